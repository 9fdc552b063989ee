/** First names, family names and cities by language, and the code page that Excel writes CSV in on such a system. */
export const NAMES = {
  German: {
    encoding: "windows-1252",
    first: "Anna|Jürgen|Käthe|Lukas|Björn|Sören|Günther|Petra|Thomas|Jörg|Renate|André|Bärbel|Uwe",
    last: "Müller|Schmidt|Groß|Schäfer|Weber|Köhler|Böhm|Krüger|Weiß|Jäger|Fischer|Schröder|Bauer|Höfer",
    city: "Köln|München|Berlin|Düsseldorf|Lübeck|Saarbrücken|Gießen|Tübingen|Fürth|Hamburg|Göttingen|Wien",
  },
  French: {
    encoding: "windows-1252",
    first: "Hélène|François|Jean|Loïc|Thérèse|Anaïs|Benoît|Chloé|Marie|Jérôme|Gaël|Noël|Irène|Pierre",
    last: "Lefèvre|Légaré|Dupont|Côté|Rivière|Bérubé|Lemaître|Béranger|Martin|Brûlé|Prévôt|Mallarmé|Besançon|Leclercq",
    city: "Orléans|Nîmes|Paris|Angoulême|Besançon|Évry|Saint-Étienne|Mâcon|Châlons|Sète|Lyon|Béziers|Crèvecœur|Meaux",
  },
  Spanish: {
    encoding: "windows-1252",
    first: "José|María|Ángel|Iñaki|Sofía|Raúl|Belén|Jesús|Carmen|Begoña|Adrián|Íñigo|Lucía|Pablo",
    last: "Muñoz|García|Núñez|Peña|Fernández|Rodríguez|Ibáñez|Castaño|López|Ordóñez|Sáez|Güell|Romero|Zúñiga",
    city: "Logroño|Cádiz|Málaga|León|A Coruña|Madrid|Córdoba|Almería|Jaén|Castellón|Ávila|Cáceres|Bilbao",
  },
  Portuguese: {
    encoding: "windows-1252",
    first: "João|Conceição|José|Inês|António|Luís|Patrícia|Cátia|Estêvão|Simão|Maria|Tânia|Mónica|Pedro",
    last: "Gonçalves|Simões|Guimarães|Magalhães|Araújo|Brandão|Conceição|Silva|Leitão|Camões|Sá|Assunção|Pires|Galvão",
    city: "São Paulo|Évora|Lisboa|Setúbal|Santarém|Guimarães|Covilhã|Faro|Portimão|Bragança|Ribeirão Preto|Goiânia",
  },
  Italian: {
    encoding: "windows-1252",
    first: "Niccolò|Nicolò|Maria|Giosuè|Noè|Luca|Mosè|Carlo|Anna|Salomè|Giulia|Desirée",
    last: "Nicolò|Rossi|Cantù|Dalmà|Bianchi|Patanè|Frisà|Ferrari|Verì|Alì|Costà|Russo|Foà|Nardò",
    city: "Forlì|Cefalù|Roma|Nardò|Mondovì|Cantù|Milano|San Donà di Piave|Santhià|Agliè|Torino|Salò",
  },
  Swedish: {
    encoding: "windows-1252",
    first: "Åsa|Björn|Göran|Håkan|Märta|Anna|Örjan|Pär|Erik|Sören|Jörgen|Mårten|Karin|André",
    last: "Åström|Sjöberg|Östlund|Hägg|Söderström|Andersson|Nyström|Lindström|Bäckström|Åkesson|Öberg|Nilsson|Näslund|Ljungström",
    city: "Malmö|Göteborg|Västerås|Örebro|Umeå|Stockholm|Jönköping|Luleå|Gävle|Växjö|Borås|Uppsala|Östersund",
  },
  Polish: {
    encoding: "windows-1250",
    first: "Łukasz|Małgorzata|Anna|Paweł|Michał|Grażyna|Rafał|Elżbieta|Jan|Wiesława|Bożena|Sławomir|Piotr",
    last: "Wiśniewski|Dąbrowska|Wójcik|Kowalski|Zieliński|Jabłoński|Wróbel|Błaszczyk|Nowak|Gołębiowski|Woźniak|Pawłowski|Kamiński",
    city: "Łódź|Kraków|Gdańsk|Wrocław|Poznań|Warszawa|Częstochowa|Białystok|Rzeszów|Toruń|Sopot|Zabłudów|Opole",
  },
  Czech: {
    encoding: "windows-1250",
    first: "Jiří|Tomáš|Lucie|Ondřej|Václav|Zdeněk|Markéta|Jan|Božena|Luděk|Přemysl|Kateřina|Eva|Radek",
    last: "Dvořák|Kučera|Novák|Růžička|Němec|Černý|Beneš|Procházka|Vaněk|Horáček|Svoboda|Říha|Křížová|Vlček",
    city: "Plzeň|Brno|Děčín|Kroměříž|Třebíč|Praha|Mělník|Jičín|Břeclav|České Budějovice|Ústí nad Labem|Olomouc|Tišnov",
  },
  Slovak: {
    encoding: "windows-1250",
    first: "Ľubomír|Ján|Zuzana|Štefan|Ľudovít|Miloš|Jozef|Peter|Mária|Ondrej|Žofia|Ľubica|Anton|Ladislav",
    last: "Kováč|Horváth|Hudák|Baláž|Ďurica|Šimko|Novák|Kráľ|Bača|Polák|Gajdoš|Urban|Majerčík|Hruška",
    city: "Košice|Nitra|Žilina|Bratislava|Prešov|Trenčín|Banská Bystrica|Lučenec|Liptovský Mikuláš|Piešťany|Dolný Kubín|Poprad|Čadca",
  },
  Hungarian: {
    encoding: "windows-1250",
    first: "Gábor|László|Erzsébet|Győző|Zoltán|Réka|János|Ágnes|Gergő|Anna|Ernő|Péter|Zsófia|Jenő|Dezső",
    last: "Kovács|Szűcs|Nagy|Horváth|Szőke|Tóth|Kőszegi|Szabó|Erdős|Fűzesi|Dömötör|Farkas|Győri|Molnár",
    city: "Győr|Debrecen|Gödöllő|Hódmezővásárhely|Kőszeg|Budapest|Pécs|Mezőkövesd|Fertőd|Szeged|Gyöngyös|Siófok|Nyíregyháza",
  },
  Slovenian: {
    encoding: "windows-1250",
    first: "Janez|Matjaž|Špela|Luka|Boštjan|Urška|Anže|Maja|Tomaž|Nejc|Žiga|Aleš|Mojca|Blaž",
    last: "Novak|Kovačič|Zupančič|Potočnik|Krajnc|Žagar|Hočevar|Korošec|Golob|Petrič|Mlakar|Černe|Kos|Turšič",
    city: "Ljubljana|Škofja Loka|Črnomelj|Maribor|Kočevje|Brežice|Celje|Domžale|Koper|Tržič|Ptuj|Žalec|Novo mesto",
  },
  Croatian: {
    encoding: "windows-1250",
    first:
      "Ivan|Željko|Đurđica|Ana|Siniša|Krešimir|Marko|Tomislav|Ljubiša|Nikola|Jelena|Draženka|Mišo|Anđela",
    last: "Horvat|Kovačević|Babić|Marić|Jurić|Novak|Knežević|Vuković|Perković|Đukić|Šarić|Lončar|Božić|Tomić",
    city: "Zagreb|Šibenik|Požega|Čakovec|Split|Đakovo|Poreč|Rijeka|Karlovac|Križevci|Osijek|Varaždin|Sinj",
  },
  Romanian: {
    encoding: "windows-1250",
    first: "Ionuţ|Ştefan|Mihai|Cătălin|Mădălina|Andrei|Răzvan|Elena|Niţă|Bogdan|Florenţa|Lăcrămioara",
    last: "Popescu|Ionaşcu|Bălan|Ştefănescu|Munteanu|Rădulescu|Creţu|Stan|Ungureanu|Moraru|Brânză|Păun",
    city: "Bucureşti|Iaşi|Braşov|Cluj|Timişoara|Constanţa|Piteşti|Brăila|Oradea|Galaţi|Bacău|Târgovişte",
  },
  Turkish: {
    encoding: "windows-1254",
    first: "Ayşe|Mehmet|Gülşen|İbrahim|Çağla|Özgür|Ali|Oğuz|Işıl|Fatma|Şükrü|Tuğba|Hüseyin|Emine",
    last: "Yılmaz|Öztürk|Şahin|Kaya|Doğan|Aydın|Çelik|Demir|Erdoğan|Koç|Güneş|Yıldırım|Avcı|Polat",
    city: "İstanbul|Ankara|Eskişehir|Muğla|Diyarbakır|İzmir|Çanakkale|Şanlıurfa|Adana|Balıkesir|Kütahya|Bursa",
  },
  Russian: {
    encoding: "windows-1251",
    first: "Иван|Ольга|Сергей|Наталья|Дмитрий|Елена|Алексей|Татьяна|Юрий|Людмила",
    last: "Петров|Смирнова|Кузнецов|Соколова|Попов|Лебедева|Щербаков|Морозова|Фёдоров|Егорова",
    city: "Москва|Тверь|Новосибирск|Казань|Уфа|Ярославль|Пермь|Челябинск|Тула|Воронеж",
  },
} as const;
