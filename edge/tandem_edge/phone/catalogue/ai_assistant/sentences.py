"""The sentences that the sandbox's translator knows, in the languages that it speaks."""

from __future__ import annotations

from typing import Literal, get_args

Language = Literal[
    "english", "chinese", "japanese", "korean", "french", "german", "spanish", "russian"
]
LANGUAGES: tuple[Language, ...] = get_args(Language)

# In the order of LANGUAGES.
_LINES = (
    ("Hello", "你好", "こんにちは", "안녕하세요", "Bonjour", "Hallo", "Hola", "Здравствуйте"),
    ("Thank you", "谢谢", "ありがとうございます", "감사합니다", "Merci", "Danke", "Gracias",
     "Спасибо"),
    ("Sorry", "对不起", "すみません", "죄송합니다", "Désolé", "Entschuldigung", "Lo siento",
     "Извините"),
    ("Good night", "晚安", "おやすみなさい", "안녕히 주무세요", "Bonne nuit", "Gute Nacht",
     "Buenas noches", "Спокойной ночи"),
    ("How much is this?", "这个多少钱？", "これはいくらですか", "이거 얼마예요?", "C'est combien ?",
     "Was kostet das?", "¿Cuánto cuesta?", "Сколько это стоит?"),
    ("Where is the toilet?", "洗手间在哪里？", "お手洗いはどこですか", "화장실이 어디예요?",
     "Où sont les toilettes ?", "Wo ist die Toilette?", "¿Dónde está el baño?", "Где туалет?"),
    ("The bill, please", "麻烦买单", "お会計をお願いします", "계산해 주세요",
     "L'addition, s'il vous plaît", "Die Rechnung, bitte", "La cuenta, por favor",
     "Счёт, пожалуйста"),
    ("I'm allergic to peanuts", "我对花生过敏", "ピーナッツアレルギーです",
     "땅콩 알레르기가 있어요",
     "Je suis allergique aux cacahuètes", "Ich bin gegen Erdnüsse allergisch",
     "Soy alérgico a los cacahuetes", "У меня аллергия на арахис"),
    ("Please help me", "请帮帮我", "助けてください", "도와주세요", "Aidez-moi, s'il vous plaît",
     "Bitte helfen Sie mir", "Ayúdeme, por favor", "Помогите мне, пожалуйста"),
    ("I don't understand", "我听不懂", "わかりません", "이해가 안 돼요", "Je ne comprends pas",
     "Ich verstehe nicht", "No entiendo", "Я не понимаю"),
    ("Could you speak more slowly?", "能说慢一点吗？", "もう少しゆっくり話してください",
     "좀 더 천천히 말해 주세요", "Pouvez-vous parler plus lentement ?",
     "Könnten Sie langsamer sprechen?", "¿Puede hablar más despacio?",
     "Говорите медленнее, пожалуйста"),
    ("A table for two, please", "两位，谢谢", "二人です", "두 명이요", "Une table pour deux",
     "Einen Tisch für zwei, bitte", "Una mesa para dos", "Столик на двоих"),
    ("No coriander, please", "不要香菜", "パクチー抜きでお願いします", "고수 빼 주세요",
     "Sans coriandre, s'il vous plaît", "Ohne Koriander, bitte", "Sin cilantro, por favor",
     "Без кинзы, пожалуйста"),
    ("Take me to this address", "请带我去这个地址", "この住所までお願いします",
     "이 주소로 가 주세요", "Emmenez-moi à cette adresse", "Bringen Sie mich zu dieser Adresse",
     "Lléveme a esta dirección", "Отвезите меня по этому адресу"),
    ("When does the train leave?", "火车几点开？", "電車は何時に出ますか",
     "기차가 몇 시에 출발해요?",
     "À quelle heure part le train ?", "Wann fährt der Zug ab?", "¿A qué hora sale el tren?",
     "Когда отправляется поезд?"),
    ("I need a doctor", "我需要看医生", "医者が必要です", "의사가 필요해요",
     "J'ai besoin d'un médecin", "Ich brauche einen Arzt", "Necesito un médico", "Мне нужен врач"),
    ("Do you have vegetarian food?", "有素食吗？", "ベジタリアン料理はありますか",
     "채식 메뉴가 있어요?",
     "Avez-vous des plats végétariens ?", "Haben Sie vegetarisches Essen?",
     "¿Tienen comida vegetariana?", "У вас есть вегетарианские блюда?"),
    ("Nice to meet you", "很高兴认识你", "はじめまして", "만나서 반가워요", "Enchanté",
     "Freut mich", "Encantado", "Приятно познакомиться"),
    ("Congratulations", "恭喜", "おめでとうございます", "축하합니다", "Félicitations",
     "Herzlichen Glückwunsch", "Felicidades", "Поздравляю"),
    ("Happy birthday", "生日快乐", "お誕生日おめでとう", "생일 축하해요", "Joyeux anniversaire",
     "Alles Gute zum Geburtstag", "Feliz cumpleaños", "С днём рождения"),
    ("I lost my passport", "我的护照丢了", "パスポートをなくしました", "여권을 잃어버렸어요",
     "J'ai perdu mon passeport", "Ich habe meinen Pass verloren", "He perdido mi pasaporte",
     "Я потерял паспорт"),
    ("Is there Wi-Fi here?", "这里有无线网吗？", "ここにWi-Fiはありますか", "여기 와이파이 돼요?",
     "Y a-t-il du Wi-Fi ici ?", "Gibt es hier WLAN?", "¿Hay wifi aquí?", "Здесь есть вайфай?"),
    ("What time do you close?", "你们几点关门？", "何時に閉まりますか", "몇 시에 문 닫아요?",
     "À quelle heure fermez-vous ?", "Wann schließen Sie?", "¿A qué hora cierran?",
     "Во сколько вы закрываетесь?"),
    ("See you tomorrow", "明天见", "また明日", "내일 봐요", "À demain", "Bis morgen",
     "Hasta mañana", "До завтра"),
)  # fmt: skip
SENTENCES: tuple[dict[str, str], ...] = tuple(
    dict(zip(LANGUAGES, line, strict=True)) for line in _LINES
)
