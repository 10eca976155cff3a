"""Reads a workbook with openpyxl, a second and unrelated reader, and prints its sheets as JSON."""
import datetime
import json
import sys

import openpyxl


def plain(cell):
    if isinstance(cell.value, datetime.datetime):
        return cell.value.strftime('%Y-%m-%d')
    return cell.value


book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({
    'title': book.properties.title,
    'sheets': {sheet.title: [[plain(cell) for cell in row] for row in sheet.iter_rows()] for sheet in book},
    'formats': {sheet.title: [cell.number_format for cell in sheet[2]] for sheet in book},
}))
