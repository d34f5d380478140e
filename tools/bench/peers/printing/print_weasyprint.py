"""Prints the page of the product with WeasyPrint: tagged, its style and fonts read once."""

import os
import re
from pathlib import Path

from pdf_server import serve
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

page = Path(os.environ["PAGE_FILE"]).read_text()
known_id = os.environ["RESULT_ID"]
style = re.search(r"<style>(.*?)</style>", page, re.DOTALL).group(1)
content = page.replace(style, "")
fonts = FontConfiguration()
stylesheets = [CSS(string=style, font_config=fonts)]


def print_certificate(result_id: str) -> bytes:
    document = HTML(string=content.replace(known_id, result_id))
    return document.write_pdf(stylesheets=stylesheets, font_config=fonts, pdf_tags=True)


serve(print_certificate)
