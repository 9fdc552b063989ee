/** Folders and files directly below the data folder that Winnow makes; what else lies there is not its own. */
export const OWN =
  /^((winnow|archive|lock)\.db.*|open|identity|lists|cleanings|suppression|backups|exports|uploads|sandbox|logs|desktop|browser|window|restoring|unfinished|replaced-.*)$/;
