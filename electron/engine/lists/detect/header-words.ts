import { namesAddresses } from "./address-column.ts";

/** Words of headers in many languages that are unlikely to be anybody's data. */
const HEADER_WORDS = new Set(
  `name,first name,firstname,last name,lastname,surname,full name,fullname,given name,family name,company,organisation,organization,phone,
telephone,mobile,address,street,city,country,state,zip,zip code,postcode,postal code,date,created,created at,updated at,id,customer id,status,tags,
notes,note,comment,comments,title,language,source,verification result,nom,prénom,prenom,société,téléphone,ville,pays,vorname,nachname,firma,
telefon,stadt,land,ort,plz,straße,nombre,apellido,apellidos,empresa,teléfono,ciudad,país,nome,cognome,azienda,telefono,città,paese,sobrenome,
telefone,cidade,naam,voornaam,achternaam,bedrijf,plaats,imię,nazwisko,firma,miasto,имя,фамилия,компания,телефон,город,姓名,名前,会社,電話,公司,电话,城市`
    .split(",")
    .map((word) => word.trim()),
);

/** Whether a cell is what a header calls a column, in any of many languages. */
export function isHeaderWord(cell: string): boolean {
  const plain = cell.trim().toLowerCase().replace(/[_-]+/g, " ");
  return HEADER_WORDS.has(plain) || (plain.length <= 40 && namesAddresses(plain));
}
