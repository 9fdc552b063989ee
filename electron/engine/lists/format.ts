/**
 * What `list.db` holds of a list, as columns (store/columns.ts). n rows, u distinct addresses.
 * Rows are the data records: no header, no blank lines. Row and address numbers count from 0.
 */
export const LIST_COLUMNS = {
  /** n: first byte of each record in the records file. */
  rowStart: { name: "row.start", kind: "f64" },
  /** n: the byte after each record, its line end included. */
  rowEnd: { name: "row.end", kind: "f64" },
  /** n: the address of each row, or EMPTY or MALFORMED. */
  rowAddress: { name: "row.address", kind: "i32" },
  /** The addresses as they are sent to the service, UTF-8, one after the other. */
  addressText: { name: "address.text", kind: "u8" },
  /** u: the byte after each address in `address.text`. */
  addressEnd: { name: "address.end", kind: "u32" },
  /** u: the first row of each address. A row r is `repeated` when first[address[r]] < r. */
  addressFirst: { name: "address.first", kind: "u32" },
  /** u: what the reference lists say, ADDRESS_BIT. */
  addressBits: { name: "address.bits", kind: "u8" },
  /** u: the domain of each address. */
  addressDomain: { name: "address.domain", kind: "u32" },
  /** Folded domains, UTF-8, one after the other, and the byte after each. */
  domainText: { name: "domain.text", kind: "u8" },
  domainEnd: { name: "domain.end", kind: "u32" },
} as const;

/** Values of `row.address` for rows without a usable address. */
export const EMPTY = -1;
export const MALFORMED = -2;

export const ADDRESS_BIT = { role: 1, disposable: 2, free: 4, typo: 8 } as const;

/** Name of the metadata entry that holds the list's {@link ListMeta} as JSON. */
export const LIST_META = "list";
