/** The longest name of a suppression list, in characters. */
export const LONGEST_SUPPRESSION_NAME = 80;
