export const NOT_A_LIST = {
  pdf: {
    is: "a PDF",
    action: "Export the list from the program that the PDF was made with, as CSV or XLSX, and choose that.",
  },
  archive: {
    is: "an archive that Winnow does not unpack",
    action: "Unpack it, and choose the list inside.",
  },
  old_workbook: {
    is: "an Excel workbook in the format from before 2007 (.xls)",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  binary_workbook: {
    is: "an Excel binary workbook (.xlsb)",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  old_document: {
    is: "an Office file from before 2007",
    action: "Open it, save the list as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  locked_document: {
    is: "an Office file that is locked with a password",
    action: "Open it in your spreadsheet, remove the password or save it as CSV, and choose that.",
  },
  numbers: {
    is: "an Apple Numbers, Pages or Keynote document",
    action: "In Numbers, choose File, Export To, and then CSV or Excel; then choose that file.",
  },
  document: {
    is: "a text document or a presentation",
    action: "Copy the addresses out of it and paste them, or save them as plain text or CSV.",
  },
  contacts: {
    is: "an address book of vCards (.vcf)",
    action: "Export the contacts as CSV instead: most address books can.",
  },
  mail: {
    is: "saved mail: a message (.eml) or a mailbox (.mbox)",
    action:
      "Winnow does not read bounces out of messages yet. Export the bounces as CSV from the service that sent the mail, and choose that.",
  },
  json: {
    is: "JSON without rows that Winnow could read",
    action: "Export the list as CSV or XLSX from the program that it came from, and choose that.",
  },
  web_page: {
    is: "a web page, despite its name",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
  xml: {
    is: "XML, or an XML spreadsheet of Excel 2003",
    action: "Open it in your spreadsheet, save it as an Excel workbook (.xlsx) or as CSV, and choose that.",
  },
} as const;

export type NotAList = keyof typeof NOT_A_LIST;

export const NOT_A_LIST_KINDS = Object.keys(NOT_A_LIST) as [NotAList, ...NotAList[]];
