"""Printed pages: PDFs, cards, QR codes."""
