/** Maximum length of a suppression list's name, in characters. */
export const LONGEST_SUPPRESSION_NAME = 80;
