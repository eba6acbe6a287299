#!/usr/bin/python3
"""A window of WebKitGTK without toolbars, of any size, which WebKitWebDriver starts.

MiniBrowser cannot be narrower than 447 pixels, and Debian has it in no package of its own. Runs on Debian's own Python
(python3-gi), so it imports nothing of ours. The arguments: width and height.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

FIRST = """window.scriptErrors = [];
addEventListener("error", ({ message, filename, lineno }) => {
  if (message) scriptErrors.push(`${message} ${filename}:${lineno}`);
});
addEventListener("unhandledrejection", ({ reason }) => scriptErrors.push(String(reason?.stack ?? reason)));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  scriptErrors.push(`${violatedDirective} ${blockedURI}`);
});"""
"""Runs before the scripts of every page."""


def print_page(view, path):
    """Print a page on A4 into a file, and write ``path.done`` when it is there."""
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set("output-file-format", "pdf")
    settings.set("output-uri", f"file://{path}")
    page = Gtk.PageSetup()
    page.set_paper_size(Gtk.PaperSize.new("iso_a4"))
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    operation.set_page_setup(page)
    operation.connect("finished", lambda _: open(f"{path}.done", "w").close())
    operation.print_()


def main():
    width, height = (int(each) for each in sys.argv[1:3])
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    settings = WebKit2.Settings(enable_webgl=False, enable_media_stream=False)

    def new_view(*_):
        content = WebKit2.UserContentManager()
        frames, start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
        content.add_script(WebKit2.UserScript.new(FIRST, frames, start, None, None))
        view = WebKit2.WebView(
            web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=content
        )
        content.register_script_message_handler("print")
        content.connect(
            "script-message-received::print", lambda _, sent: print_page(view, sent.get_js_value().to_string())
        )
        window = Gtk.Window(default_width=width, default_height=height, decorated=False)
        window.add(view)
        window.show_all()
        view.connect("close", lambda _: window.destroy())
        return view

    def started(_, session):
        info = WebKit2.ApplicationInfo()
        info.set_name("MiniBrowser")
        session.set_application_info(info)
        session.connect("create-web-view", new_view)

    context.connect("automation-started", started)
    Gtk.main()


if __name__ == "__main__":
    main()
