"""Apps, files and photos that no command reaches, or that cannot be read back."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    each,
    in_app,
    needs_helper,
    on_page,
    unread,
)

RECIPES = each(
    {
        "manage_album": in_app("the gallery", "相册应用"),
        "clear_app_data": unread("how much room an app's data take", "应用数据的大小"),
        "manage_default_app": unread("who holds a role", "默认应用角色"),
        "manage_app_shortcut": in_app("the launcher", "桌面启动器"),
        "compress_files": needs_helper(
            "phones have no archiver for the shell", "手机命令行没有压缩工具"
        ),
        "extract_archive": needs_helper(
            "phones have no archiver for the shell", "手机命令行没有解压工具"
        ),
        "find_files": unread("the index of files", "文件索引"),
        "manage_file": unread("the index of files", "文件索引"),
        "manage_folder": unread("the index of files", "文件索引"),
        "manage_home_folder": in_app("the launcher", "桌面启动器"),
        "install_app": in_app("the app store", "应用商店"),
        "update_apps": in_app("the app store", "应用商店"),
        "edit_photo_details": in_app("the gallery", "相册应用"),
        "find_photos": unread("what photos show", "照片内容"),
        "manage_photo": in_app("the gallery", "相册应用"),
        "query_app_usage": unread("minutes of use", "使用时长"),
        "manage_app_limit": on_page("Digital Wellbeing", "数字健康"),
        "share_file": in_app("the app that files are shared with", "接收文件的应用"),
        "analyse_storage": unread("the room that each kind of file takes", "各类文件占用的空间"),
        "free_up_space": unread("what could be deleted", "可清理的内容"),
        "manage_trash": in_app("the gallery and the file manager", "相册和文件管理"),
    }
)
