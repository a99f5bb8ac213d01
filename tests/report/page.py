"""A page of HTML as a test reads it."""

import html.parser
import re


class Page(html.parser.HTMLParser):
    """Ids, links, tags and visible text of a page."""

    VOID = {"meta", "br", "input", "img", "link", "hr"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.text, self.open, self.wrong, self.headings, self.images = [], [], [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        for key in ("href", "src", "xlink:href"):
            if key in attributes:
                self.links.append(attributes[key])
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if attributes.get("role") == "img":
            self.images.append(attributes.get("aria-label", ""))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data):
        if not {"script", "style"} & set(self.open):
            self.text.append(data)
