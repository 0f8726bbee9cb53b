"""What fills a calendar: the engagements that generated phones draw from."""

from __future__ import annotations

PERSONAL, WORK, FAMILY = "calendar1", "calendar2", "calendar3"
"""Ids of the calendars that every phone begins with, see ``calendars``."""

# Title, place, zone, minutes, calendar. Look-alikes follow one another inside one entry.
Plan = tuple[str, str, str, int, str]
HOME = "Asia/Shanghai"
"""Stands for the phone's own zone on any other phone than the everyday one."""

LIFE: tuple[Plan, ...] = (
    ("Dentist", "Elm Street Clinic", HOME, 45, PERSONAL),
    ("Sprint review", "Room 3", HOME, 60, WORK),
    ("Call with Berlin office", "", "Europe/Berlin", 30, WORK),
    ("New York budget call", "", "America/New_York", 60, WORK),
    ("Flight to London", "Terminal 2", HOME, 690, PERSONAL),
    ("Yoga class", "Harmony Studio", HOME, 75, PERSONAL),
    ("Lunch with Mira Kaya", "Olive Garden", HOME, 90, PERSONAL),
    ("Parents' evening", "Riverside School", HOME, 90, FAMILY),
    ("部门周会", "三楼会议室", HOME, 60, WORK),
    ("部门周会", "线上", HOME, 60, WORK),
    ("牙医复诊", "口腔医院", HOME, 40, PERSONAL),
    ("和王小明吃饭", "老地方火锅", HOME, 120, PERSONAL),
    ("家长会", "实验小学", HOME, 90, FAMILY),
    ("项目评审", "五楼大会议室", HOME, 120, WORK),
    ("体检", "第一人民医院", HOME, 150, PERSONAL),
    ("东京客户电话会", "", "Asia/Tokyo", 45, WORK),
    ("妈妈生日", "", HOME, 180, FAMILY),
    ("健身", "体育馆", HOME, 60, PERSONAL),
)

MORE: tuple[tuple[Plan, ...], ...] = (
    (("Budget planning", "Room 5", HOME, 60, WORK), ("Budget planning", "", HOME, 30, WORK)),
    (("Piano recital", "Town Hall", HOME, 90, FAMILY),),
    (("Eye test", "Castle Opticians", HOME, 30, PERSONAL),),
    (("Design critique", "Studio B", HOME, 45, WORK),),
    (("季度总结会", "二号会议室", HOME, 90, WORK), ("季度规划会", "二号会议室", HOME, 90, WORK)),
    (("亲子运动会", "实验小学操场", HOME, 180, FAMILY),),
    (("剪头发", "东门理发店", HOME, 45, PERSONAL),),
    (("供应商见面", "会客室", HOME, 60, WORK),),
    (("Swimming lesson", "Leisure Centre", HOME, 45, FAMILY),),
    (
        ("Client demo", "", "Europe/London", 45, WORK),
        ("Client dinner", "Bistro 9", HOME, 120, WORK),
    ),
    (("Book club", "Maple Café", HOME, 120, PERSONAL),),
    (("Boiler service", "", HOME, 60, PERSONAL),),
    (("打疫苗", "社区卫生中心", HOME, 30, FAMILY),),
    (("同学聚会", "江边大排档", HOME, 180, PERSONAL), ("同事聚餐", "湘菜馆", HOME, 120, WORK)),
    (("羽毛球", "奥体中心", HOME, 120, PERSONAL),),
    (("面试候选人", "三号会议室", HOME, 60, WORK), ("面试候选人", "线上", HOME, 45, WORK)),
    (("Car inspection", "Miller's Garage", HOME, 60, PERSONAL),),
    (("One-on-one with Boss", "Room 2", HOME, 30, WORK),),
    (
        ("Theatre night", "Old Vic", HOME, 150, PERSONAL),
        ("Theatre class", "Loft", HOME, 60, FAMILY),
    ),
    (("Board meeting", "Room 12", HOME, 120, WORK),),
    (("看房", "滨江花园", HOME, 60, PERSONAL), ("看房", "学府苑", HOME, 60, PERSONAL)),
    (("陪爸复查", "中医院", HOME, 120, FAMILY),),
    (("新品发布会", "国际会展中心", HOME, 180, WORK),),
    (("钢琴课", "琴行", HOME, 60, FAMILY), ("吉他课", "琴行", HOME, 60, PERSONAL)),
    (("Wedding rehearsal", "St Mary's", HOME, 90, FAMILY),),
    (("Security training", "", HOME, 60, WORK),),
    (
        ("Physio", "Bridge Street", HOME, 40, PERSONAL),
        ("Pilates", "Bridge Street", HOME, 55, PERSONAL),
    ),
    (("Sydney handover", "", "Australia/Sydney", 30, WORK),),
    (("交房租当面谈", "小区门口", HOME, 30, PERSONAL),),
    (("外婆大寿", "聚福楼", HOME, 180, FAMILY),),
    (("安全培训", "报告厅", HOME, 90, WORK), ("消防演练", "楼下广场", HOME, 60, WORK)),
    (("宠物洗澡", "萌宠店", HOME, 60, PERSONAL),),
    (("Garden clean-up", "", HOME, 180, FAMILY),),
    (("Hiring panel", "Room 4", HOME, 75, WORK), ("Hiring debrief", "Room 4", HOME, 30, WORK)),
    (("Driving lesson", "", HOME, 60, PERSONAL),),
    (("Train to Leeds", "Platform 6", HOME, 140, PERSONAL),),
    (("签合同", "中介门店", HOME, 60, PERSONAL),),
    (("技术分享", "一楼咖啡角", HOME, 60, WORK), ("技术评审", "五楼小会议室", HOME, 60, WORK)),
    (("瑜伽课", "静心馆", HOME, 75, PERSONAL),),
    (("接站", "高铁南站", HOME, 60, FAMILY), ("接机", "T3 航站楼", HOME, 90, FAMILY)),
    (("Blood donation", "Town Hall", HOME, 60, PERSONAL),),
    (("Roof survey", "", HOME, 90, PERSONAL),),
    (("Payroll sign-off", "Room 9", HOME, 30, WORK),),
    (("Grandad's checkup", "St Anne's Hospital", HOME, 75, FAMILY),),
    (("献血", "中心血站", HOME, 60, PERSONAL),),
    (("房屋验收", "云栖小区", HOME, 90, PERSONAL),),
    (("工资核对", "财务室", HOME, 30, WORK),),
    (("奶奶复诊", "人民医院", HOME, 75, FAMILY),),
    (("Pottery evening", "Kiln Lane", HOME, 120, PERSONAL),),
    (("Passport office", "Harbour House", HOME, 30, PERSONAL),),
    (("Berlin retrospective", "", "Europe/Berlin", 45, WORK),),
    (("Aquarium trip", "Harbour Aquarium", HOME, 180, FAMILY),),
    (("陶艺课", "南门工坊", HOME, 120, PERSONAL),),
    (("办签证", "签证中心", HOME, 45, PERSONAL),),
    (("新加坡对接会", "", "Asia/Singapore", 45, WORK),),
    (("海洋馆", "海洋世界", HOME, 180, FAMILY),),
)
