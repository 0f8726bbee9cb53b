"""The pages of the Settings app in both languages, with words people look for them by."""

from __future__ import annotations

from dataclasses import dataclass

SECTIONS = ("network", "display", "sound", "battery", "apps", "security", "system", "accessibility")


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its section, its title and path in both languages, other words for it."""

    section: str
    title_en: str
    title_zh: str
    words_en: str
    words_zh: str

    @property
    def path_en(self) -> str:
        """Where it is, in English."""
        return f"Settings > {_SECTION_NAMES[self.section][0]}"

    @property
    def path_zh(self) -> str:
        """Where it is, in Chinese."""
        return f"设置 > {_SECTION_NAMES[self.section][1]}"


_SECTION_NAMES = {
    "network": ("Network and internet", "网络和互联网"),
    "display": ("Display", "显示"),
    "sound": ("Sound and vibration", "声音和振动"),
    "battery": ("Battery", "电池"),
    "apps": ("Apps", "应用"),
    "security": ("Security and privacy", "安全和隐私"),
    "system": ("System", "系统"),
    "accessibility": ("Accessibility", "无障碍"),
}
_ROWS = """
network|Wi-Fi|无线网络|wifi wireless wlan internet|wifi WLAN 上网
network|Bluetooth|蓝牙|earbuds headset pair pairing|耳机 音箱 配对
network|Mobile data|移动数据|cellular data roaming sim|流量 数据 漫游
network|Hotspot and tethering|个人热点|share internet connection tether|共享网络 分享网络 热点
network|Private DNS|私人DNS|dns ad blocking resolver|域名 屏蔽广告
network|VPN|虚拟专用网|vpn tunnel|梯子 代理
network|NFC|近场通信|nfc tap pay contactless|刷卡 碰一碰 门禁卡 公交卡
network|Default mobile plan|默认拨号卡|dual sim card which line|双卡 副卡 主卡
display|Brightness|屏幕亮度|bright dim screen|亮度 太亮 太暗
display|Dark theme|深色模式|dark black night mode|夜间模式 黑色背景
display|Screen timeout|自动息屏|sleep turn off after timeout minutes|息屏 锁屏时间 多久熄灭 屏幕超时
display|Font size|字体大小|text bigger letters large print font|字号 大字 字太小
display|Night light|护眼模式|blue light warm yellow eye comfort|蓝光 发黄 护眼
display|Wallpaper|壁纸|background picture home lock|桌面背景 锁屏图
display|Refresh rate|屏幕刷新率|smooth hertz 120hz 60hz|高刷 流畅 赫兹
display|Always-on display|息屏显示|clock when screen off always aod|AOD 常亮 时钟
display|Screen saver|屏保|screensaver dream daydream|屏幕保护
sound|Volume|音量|loud quiet media ring alarm|声音大小 媒体音量
sound|Ringtone|来电铃声|ring tone song call|铃声 彩铃
sound|Do not disturb|勿扰模式|dnd quiet interruptions silence|免打扰 静音
sound|Vibration and haptics|振动和触感|vibrate haptic buzz keyboard feedback|震动 触感反馈
sound|Notification sound|通知提示音|alert ping chime notification|提示音 通知声音
sound|Equalizer|音效均衡器|bass treble sound quality dolby|低音 杜比 音质
battery|Battery saver|省电模式|power saving low save|低电量 省电
battery|Battery usage|耗电情况|drain apps power|耗电 哪个应用费电
battery|Charging limit|充电保护|stop at 80 percent charge protect|充电上限 充到八十
battery|Battery health|电池健康|wear capacity cycles aging|老化 容量 循环
battery|Battery percentage|电量百分比|show number percent status bar|状态栏电量 显示百分比
apps|Default apps|默认应用|browser sms dialer default|默认浏览器 打开方式
apps|App notifications|应用通知|notification badges push alerts|推送 角标 红点
apps|Special app access|特殊应用权限|overlay install unknown usage access|悬浮窗 未知来源
apps|Screen time|屏幕使用时间|usage wellbeing hours spent limit|使用时长 健康使用 防沉迷
apps|App cloning|应用分身|dual apps clone second account|双开 两个微信
security|Screen lock|锁屏密码|pin pattern password lock|图案 开机密码 锁屏
security|Fingerprint|指纹解锁|finger touch unlock|指纹
security|Face unlock|人脸解锁|face recognition|刷脸 面容
security|App permissions|应用权限|camera microphone location access|权限 摄像头 麦克风 定位
security|App lock|应用锁|lock single apps hide|加密应用 隐藏应用
security|Find my phone|查找手机|lost stolen locate device|丢了 定位手机
security|SIM lock|SIM卡锁|sim pin puk|PIN码 卡锁
security|Passwords and autofill|密码和自动填充|password autofill passkeys logins|密码本 自动填写
security|Security update|安全更新|patch level google play protect|安全补丁
security|Emergency information|急救信息|sos emergency medical allergies blood|紧急求助 血型 过敏
system|Language and region|语言和地区|language locale english chinese|语言 中文 英文
system|Keyboard|输入法|keyboard typing input method|键盘 打字
system|Date and time|日期和时间|clock zone 24-hour time date|时区 时间 24小时
system|Gestures|手势|swipe back double tap navigation gesture|手势导航 返回 双击
system|System update|系统更新|software upgrade android version update|升级 版本
system|Backup|备份|back up restore cloud transfer|恢复 云备份 换机
system|Developer options|开发者选项|usb debugging adb developer|USB调试
system|Multiple users|多用户|guest profile user switch|访客 切换用户
system|Reset options|重置选项|factory erase defaults wipe|恢复出厂 还原
system|About phone|关于手机|model imei serial build about|型号 版本号 序列号
system|Storage|存储空间|space full gigabytes free storage|内存不足 空间 清理
system|One-handed mode|单手模式|one hand reach small|单手
accessibility|Screen reader|屏幕阅读器|talkback read aloud blind|读屏 朗读
accessibility|Magnification|放大手势|zoom magnifier enlarge|放大镜
accessibility|Colour correction|颜色校正|color colour blind daltonism|色盲 色弱
accessibility|Live caption|实时字幕|subtitles captions deaf|字幕 听障
accessibility|Hearing aids|助听器|hearing aid audio mono|听力 单声道
accessibility|Flash notifications|闪光提醒|flash light blink ring|来电闪光
"""
PAGES = tuple(Page(*row.split("|")) for row in _ROWS.strip().splitlines())
