/** Parts and the timeline hold codes and values from here on, which a Winnow from before could not read: it is to refuse. */
export const codes = {
  version: 13,
  sql: "",
};
