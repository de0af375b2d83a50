"""What stands in the top bar, by what the person may do."""


def navigation(request):
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    rep = getattr(user, "rep", None)
    links = []
    if rep:
        links.append(("Desk", "queue"))
        links.append(("Voice", "my_voice"))
    if user.is_ops or user.is_manager:
        links.append(("Reports", "report"))
    if user.is_ops:
        links.append(("Admin", "admin:index"))
    return {"bar_links": links, "bar_rep": rep}
