"""What generated phones have noted down: entries of look-alikes, parted by ``|``."""

from __future__ import annotations

from collections.abc import Sequence

from tandem_edge.phone.sandbox.cast import Cast


def split(cast: Cast, pool: Sequence[str]) -> list[str]:
    """The texts of this cast's part of ``pool``."""
    return "|".join(cast.of(pool)).split("|")


NOTES_OF = (
    "Locker code 4471|Locker code at the gym 2210",
    "Bike lock: 7-3-9-1|Bike lock spare key is in the red tin",
    "Alarm code for the shed 0815|Shed needs a new hinge",
    "Safe deposit box 118|Box in the attic: winter clothes",
    "Pancakes: 250 g flour, 3 eggs, half a litre of milk|Pancake syrup: maple only",
    "Hummus: chickpeas, tahini, lemon, garlic|Hummus order for the party: 3 tubs",
    "Bread: 500 g flour, 10 g salt, overnight in the fridge|Bread knife to sharpen",
    "Chili: two cans of beans, smoked paprika, dark chocolate|Chili is too hot for Leo",
    "Book idea: a lighthouse keeper who cannot swim|Book recommendations from Nina",
    "Song idea: starts quiet, ends with trumpets|Song for the wedding dance",
    "Blog idea: ten markets worth the trip|Blog login is in the password manager",
    "Film idea: two clocks that disagree|Films to watch with Dad",
    "Window size 84 by 120 cm|Window cleaner comes every six weeks",
    "Sofa must be under 210 cm|Sofa colour: moss",
    "Door width 78 cm, measure again|Door squeaks, oil it",
    "Shelf needs six 8 mm dowels|Shelf paper from the blue shop",
    "Questions for the doctor: sleep, knee, vitamin D|Doctor's hours: 8 to 12",
    "Questions for the landlord: heating, deposit, bikes|Landlord prefers letters",
    "Questions for the bank: fees, card abroad|Bank advisor is called Mr. Lind",
    "Questions for the teacher: reading, breaks|Teacher likes orchids",
    "储物柜密码 3308|健身房储物柜在二排",
    "自行车锁密码 9-1-7-4|自行车备用钥匙在鞋柜",
    "仓库门禁 0620|仓库要换合页",
    "保险箱在书房左边柜子|保险单在抽屉最下层",
    "酸菜鱼：草鱼一条、酸菜两包、花椒一把|酸菜要提前泡水",
    "包饺子：韭菜一斤、鸡蛋六个、虾皮少许|饺子皮买现成的",
    "糖醋排骨：糖三勺、醋四勺、生抽一勺|排骨要先焯水",
    "凉皮：面筋、黄瓜丝、辣椒油|凉皮少放蒜，孩子不吃",
    "小说点子：灯塔看守人不会游泳|小说推荐：老周给的那几本",
    "歌的点子：开头很轻，结尾有小号|婚礼上跳舞放的歌",
    "视频选题：十个值得逛的早市|视频封面用蓝色",
    "剧本点子：两只走得不一样的钟|想陪爸看的老电影",
    "窗户尺寸 84 × 120 厘米|擦窗户的师傅一个半月来一次",
    "沙发不能超过两米一|沙发颜色定墨绿",
    "门宽 78，进场前再量一遍|门轴该上油了",
    "书架要六个八毫米木销|书架背板选白色",
    "问大夫：睡眠、膝盖、维生素|大夫上午才在",
    "问房东：暖气、押金、放自行车|房东爱发语音",
    "问银行：手续费、境外刷卡|银行经理姓林",
    "问老师：阅读、课间|老师喜欢兰花",
)
TODOS_OF = (
    "Fix the gutter|Fix the garden gate",
    "Return the library books|Return the drill to Oskar",
    "Book the boiler service|Book train seats",
    "Change the tyres|Change the bed sheets",
    "Call the insurance about the dent|Call the vet",
    "Order new filters|Order the birthday cake",
    "Send the tax forms|Send the thank-you cards",
    "Clean the oven|Clean out the freezer",
    "Pay the parking fine|Pay the choir fee",
    "Print the tickets|Print the holiday photos",
    "Sew the button on|Sew the curtain hem",
    "Defrost the chicken|Descale the kettle",
    "修水龙头|修厨房抽屉",
    "还图书馆的书|还老李的电钻",
    "约师傅保养锅炉|约牙医复查",
    "换轮胎|换床单",
    "打电话问保险理赔|打电话给宠物医院",
    "网上买滤芯|订生日蛋糕",
    "交个税材料|交物业费",
    "擦油烟机|收拾冰箱冷冻层",
    "交违停罚款|交合唱团会费",
    "打印车票|打印旅游照片",
    "缝扣子|改窗帘长短",
    "化冻鸡肉|给水壶除垢",
)
NOTEBOOKS_OF = (
    "Recipes|Recipes to try|菜谱",
    "Travel|Travel plans|旅行",
    "House|House repairs|装修",
    "Garden|Garden plan|养花",
    "Work|Work ideas|工作",
    "Reading|Reading group|读书",
    "Music|Music lessons|学琴",
    "Health|Health log|健康",
    "Kids|Kids school|孩子",
    "Money|Money matters|理财",
    "Writing|Writing drafts|写作",
    "Cars|Cars and bikes|爱车",
)
