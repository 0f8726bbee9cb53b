"""Doctors and pharmacies: slots, appointments, prescriptions."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, choice, day, text
from tandem_edge.phone.simulated import records
from tandem_edge.phone.simulated.authoring import (
    creates,
    cued,
    finds,
    lists,
    record,
    service,
    updates,
)
from tandem_shared.tools import ANY_ACTION, Privacy

DEPARTMENTS = ("general", "dental", "eye", "skin", "children", "bones")
DOCTORS = ("Dr Hartmann", "张医生", "Dr Okafor", "陈主任", "Dr Silva")

SLOT = records.kind(
    "doctor_slot",
    "doctor_slots",
    records.key("slot_id", "doctor_slot", "D"),
    records.name("doctor", *DOCTORS, privacy=Privacy.PERSON),
    records.choice("department", *DEPARTMENTS, said="department"),
    records.address("clinic", "City Clinic", "第一医院", "Riverside Practice"),
    records.moment("starts_at"),
    records.money("fee", 10, 120),
)

APPOINTMENT = records.kind(
    "appointment",
    "appointments",
    records.key("appointment_id", "appointment", "A"),
    records.refers("slot_id", "doctor_slot", said="slot_id"),
    records.name("doctor", *DOCTORS, copied=True, privacy=Privacy.PERSON),
    records.address("clinic", "City Clinic", "第一医院", copied=True),
    records.moment("starts_at", copied=True),
    records.money("fee", 10, 120, copied=True),
    records.status("status", "booked", "checked_in", "seen", ends=("cancelled",)),
    records.note("complaint", "Sore throat", "牙疼", said="complaint", optional=True),
    mine=True,
)

PRESCRIPTION = records.kind(
    "prescription",
    "prescriptions",
    records.key("prescription_id", "prescription", "X"),
    records.name("medicine", "Ibuprofen 400", "阿莫西林", "Vitamin D", "Eye drops"),
    records.name("pharmacy", "Corner Pharmacy", "康民药房"),
    records.day("valid_until"),
    records.count("refills_left", 0, 5, "refills"),
    records.money("price", 5, 150),
    records.status("status", "open", "ordered", "ready", "collected", ends=("expired",)),
    mine=True,
)

find_doctor_slots = service(
    "find_doctor_slots",
    en="free doctor's slots by department and day, with fees",
    zh="医生号源：按科室和日期查可预约时间",
    cues=cued(
        "when can I see a dentist eye doctor available this week paediatrician clinic hours skin",
        "挂号 看牙 眼科有号吗 儿科 皮肤科 哪天能看医生 骨科 专家号",
    ),
    arguments=[
        choice("department", DEPARTMENTS, "which", "科室"),
        day("day", "which day", "哪一天"),
    ],
    kind=SLOT,
    actions={ANY_ACTION: lists()},
)

book_appointment = service(
    "book_appointment",
    en="doctor's appointment: a free slot is taken",
    zh="预约看病：占用一个号源",
    cues=cued(
        "get me in to see the dentist register with the doctor make an appointment checkup sick",
        "预约医生 帮我挂号 约牙医 看病 约个号 体检 约眼科 挂专家号",
    ),
    arguments=[
        record("slot_id", "doctor_slot", "its id", "号源编号", example="D450", required=ALWAYS),
        text("complaint", "what is wrong", "哪里不舒服", example="Sore throat"),
    ],
    kind=APPOINTMENT,
    actions={ANY_ACTION: creates(status="booked")},
    errors=["not_found", "taken"],
)

manage_appointment = service(
    "manage_appointment",
    en="my doctor's appointments: list, show one, cancel",
    zh="我的就诊预约：查看、查询或取消",
    cues=cued(
        "when do I see the doctor call off the dentist which clinic is my checkup appointment time",
        "我的预约 什么时候看医生 取消挂号 退号 看牙是几点 哪家医院 就诊时间 查预约",
    ),
    arguments=[
        action("list", "query", "cancel"),
        record(
            "appointment_id",
            "appointment",
            "its id",
            "预约编号",
            example="A7007",
            required=("query", "cancel"),
        ),
    ],
    kind=APPOINTMENT,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
    },
    errors=["not_found", "too_late"],
)

manage_prescription = service(
    "manage_prescription",
    en="my prescriptions: list, show one, order a refill",
    zh="我的处方：查看、查询或续药",
    cues=cued(
        "refill my pills order more medicine pharmacy is my prescription ready drugs eye drops",
        "续药 处方药 药好了吗 再开一盒 药房 取药 我的处方 补药",
    ),
    arguments=[
        action("list", "query", "refill"),
        record(
            "prescription_id",
            "prescription",
            "its id",
            "处方编号",
            example="X903",
            required=("query", "refill"),
        ),
    ],
    kind=PRESCRIPTION,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "refill": updates("refills_left", status="ordered", paid=True),
    },
    errors=["not_found", "no_refills", "expired"],
)
