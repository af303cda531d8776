extension Culture {
  /// The languages of the people of books.
  ///
  /// Source of the names: frequent given and family names of each language as anyone knows them,
  /// written down by hand in a rough order of frequency; no list was copied. Rarer family names are
  /// made of syllables that such names have.
  static let all: [Culture] = {
    var all = western + slavic + asian
    for index in all.indices {
      switch all[index].code {
      case "ru": all[index].familyForms = .russian
      case "pl": all[index].familyForms = .polish
      case "cs": all[index].familyForms = .czech
      case "es", "pt": all[index].hasTwoFamilies = true
      case "hu", "vi": all[index].order = .eastern
      case "zh", "ja", "ko": all[index].order = .joined
      default: break
      }
    }
    return all
  }()

  private static let western: [Culture] = [
    Culture(
      "en", 300, "1", trunk: "", 10,
      men: """
        James Michael Robert John David William Richard Thomas Joseph Christopher Charles Daniel
        Matthew Anthony Mark Steven Andrew Paul Joshua Kenneth Kevin Brian George Timothy Ronald Jason
        Edward Jeffrey Ryan Jacob Nicholas Gary Eric Jonathan Stephen Larry Justin Scott Brandon
        Benjamin Samuel Gregory Alexander Patrick Frank Raymond Jack Dennis Jerry Tyler Aaron Jose
        Adam Nathan Henry Zachary Douglas Peter Kyle Noah Ethan Jeremy Christian Walter Keith Austin
        Roger Terry Sean Gerald Carl Dylan Harold Jordan Jesse Bryan Lawrence Arthur Gabriel Bruce
        Logan Billy Joe Alan Juan Elijah Willie Albert Wayne Randy Mason Vincent Liam Roy Bobby Caleb
        """,
      women: """
        Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Karen Sarah Lisa Nancy Sandra
        Betty Ashley Emily Kimberly Margaret Donna Michelle Carol Amanda Melissa Deborah Stephanie
        Rebecca Sharon Laura Cynthia Dorothy Amy Kathleen Angela Shirley Emma Brenda Pamela Nicole
        Anna Samantha Katherine Christine Debra Rachel Carolyn Janet Maria Olivia Heather Helen
        Catherine Diane Julie Victoria Joyce Lauren Kelly Christina Ruth Joan Virginia Judith Evelyn
        Hannah Andrea Megan Cheryl Jacqueline Madison Teresa Abigail Sophia Martha Sara Gloria Janice
        Kathryn Ann Isabella Judy Charlotte Julia Grace Amber Alice Jean Denise Frances Danielle
        """,
      families: """
        Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez
        Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris
        Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill
        Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts O'Brien McDonald
        MacKenzie O'Neill Fitzgerald Murphy Kelly Sullivan Cooper Peterson Reed Bailey Bell Gomez Ward
        Cox Richardson Wood Watson Brooks Bennett Gray Hughes Price Myers Long Foster Sanders Ross
        Morales Powell Jenkins Perry Russell Butler Barnes Fisher Henderson Coleman Simmons Patterson
        """,
      stems: """
        Ash Black Brad Brook Bur Car Chat Clay Cold Cran Dal East El Fair Farn Gold Good Had Hal Har
        Hart Hath Hol Kel Kings Lang Lind Lock Mar Mill Nor North Oak Old Pem Pres Red Rock Rush Sand
        Shel Stan Stock Sut Thorn Wake Wal War West Whit Win Wood
        """,
      ends:
        "bury by combe cott dale den field ford ham hurst land ley low man more ridge shaw stead ston ton wall well wick win wood worth",
      nicknames: """
        James=Jim/Jimmy/Jamie Michael=Mike/Mick/Mikey Robert=Bob/Rob/Bobby/Robbie John=Jack/Johnny
        David=Dave/Davey William=Bill/Will/Billy/Liam Richard=Rick/Dick/Rich Thomas=Tom/Tommy
        Joseph=Joe/Joey Christopher=Chris/Kit Charles=Charlie/Chuck Daniel=Dan/Danny Matthew=Matt
        Anthony=Tony Steven=Steve Andrew=Andy/Drew Joshua=Josh Kenneth=Ken/Kenny Edward=Ed/Ted/Eddie/Ned
        Jeffrey=Jeff Jacob=Jake Nicholas=Nick Jonathan=Jon/Jonny Stephen=Steve Benjamin=Ben
        Samuel=Sam/Sammy Gregory=Greg Alexander=Alex/Sandy/Xander Patrick=Pat/Paddy Raymond=Ray
        Nathan=Nate Henry=Hank/Harry Zachary=Zach Douglas=Doug Lawrence=Larry Arthur=Art/Artie
        Patricia=Pat/Trish/Patty Jennifer=Jen/Jenny Elizabeth=Liz/Beth/Betty/Lizzie/Libby Barbara=Barb
        Susan=Sue/Suzie Jessica=Jess Margaret=Maggie/Peggy/Meg/Greta Kimberly=Kim Deborah=Debbie/Deb
        Stephanie=Steph Rebecca=Becky/Becca Sandra=Sandy Cynthia=Cindy Dorothy=Dot/Dottie
        Kathleen=Kathy/Kath Katherine=Kate/Katie/Kathy/Kit Catherine=Cathy/Cate Samantha=Sam
        Victoria=Vicky/Tori Christina=Tina/Chris Christine=Chris Abigail=Abby Jacqueline=Jackie
        Teresa=Terri/Tess Frances=Fran/Frankie Pamela=Pam Angela=Angie Virginia=Ginny Judith=Judy
        Theodore=Ted/Teddy Frank=Frankie Gerald=Gerry/Jerry Timothy=Tim Ronald=Ron Alice=Ali
        """, honorifics: "Mr. Mrs. Ms. Dr. Prof."),
    Culture(
      "de", 120, "49", trunk: "0", 10,
      men: """
        Peter Michael Thomas Andreas Wolfgang Klaus Jürgen Günter Stefan Christian Uwe Werner Hans
        Horst Frank Bernd Manfred Markus Dieter Martin Jörg Alexander Daniel Matthias Jan Sebastian
        Tobias Florian Philipp Lukas Jonas Felix Maximilian Karl Heinz Hans-Peter Karl-Heinz Björn
        Götz Sören Jens Dirk Ralf Rainer Walter Josef Gerhard Helmut Rolf Tim Tom Paul Leon Finn
        """,
      women: """
        Maria Ursula Monika Petra Elisabeth Sabine Renate Helga Karin Brigitte Ingrid Erika Andrea
        Gisela Claudia Susanne Gabriele Christa Christine Anna Anke Birgit Julia Katharina Stefanie
        Nicole Sandra Anja Martina Ute Barbara Käthe Bärbel Jutta Silke Heike Anne Lea Lena Laura
        Sophie Marie Anne-Marie Annemarie Eva-Maria Johanna Charlotte Emma Mia Hanna Hannah
        """,
      families: """
        Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer
        Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange
        Schmitt Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter
        Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich
        Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon
        Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Groß Sommer Seidel
        von_Berg zu_Hohenfeld
        """,
      stems:
        "Ach Birken Brand Breit Dorn Eber Eich Erlen Fahren Freund Grün Hage Hasel Heid Hirsch Holz Kirch Kupfer Linden Mühl Nieder Ober Platt Rosen Rot Sand Schön Stein Sonnen Tannen Unter Wald Weiden Wester Wiesen Wind",
      ends:
        "acker bach baum beck berg berger bauer brecht burg dorf er feld hagen haus heim hof holz kamp mann meier müller rath reuter roth schmidt stätter tal vogel wald",
      nicknames: """
        Michael=Michi/Micha Thomas=Tom Andreas=Andi/Andy Wolfgang=Wolfi Jürgen=Jürg Stefan=Steffen
        Christian=Chris Manfred=Manni Matthias=Matze/Hias Sebastian=Basti Tobias=Tobi Florian=Flo
        Maximilian=Max Josef=Sepp Gerhard=Gerd Helmut=Helli Alexander=Alex/Sascha Katharina=Kathi/Käthe
        Elisabeth=Lisa/Elli/Sissi Susanne=Susi/Sanne Gabriele=Gabi Brigitte=Gitte Johanna=Hanna
        Stefanie=Steffi Ursula=Uschi/Ulla Renate=Reni Barbara=Babsi Claudia=Claudi Philipp=Flip
        Johannes=Hannes/Hans Margarete=Grete Christine=Christl
        """, honorifics: "Herr Frau Dr. Prof."),
    Culture(
      "fr", 70, "33", trunk: "0", 9,
      men: """
        Jean Pierre Michel Philippe Alain Nicolas Patrick Christophe Christian Daniel Bernard Éric
        Frédéric Laurent Stéphane Olivier Thierry Julien David Sébastien Thomas Alexandre François
        Gérard Hervé Jérôme Benoît Rémi André Étienne Mathieu Antoine Guillaume Jean-Pierre Jean-Paul
        Jean-Luc Pascal Gilles Yves Maxime Théo Léo Hugo Lucas
        """,
      women: """
        Marie Nathalie Isabelle Sylvie Catherine Françoise Valérie Christine Monique Sandrine Martine
        Véronique Céline Aurélie Élodie Stéphanie Sophie Camille Julie Chloé Hélène Anne-Sophie Zoé
        Geneviève Brigitte Jacqueline Nicole Léa Manon Émilie Laetitia Charlotte Mathilde Inès Claire
        Marie-Claude Marie-Laure Anne Delphine Agnès
        """,
      families: """
        Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefèvre
        Michel Garcia David Bertrand Roux Vincent Fournier Morel Girard André Mercier Dupont Lambert
        Bonnet François Martinez Legrand Garnier Faure Rousseau Blanc Guérin Muller Henry Roussel
        Nicolas Perrin Morin Mathieu Clément Gauthier Dumont Lopez Fontaine Chevalier Robin Masson
        Sanchez Gérard Nguyen Boyer Denis Lemaire Duval Joly Gautier Roger Roche Roy Noël Meyer
        d'Aubigny de_La_Tour Le_Goff
        """,
      stems:
        "Beau Bois Bon Bour Cham Char Clair Cor Dela Des Fon Font Gran Haut Lam Lan Mon Mont Mar Per Pont Rou Sau Val Vau Ver Vil",
      ends:
        "ard aud beau bert champ court don dreau fort gny lieu mont nay neau not reau rier val ville vin",
      nicknames: """
        Alexandre=Alex Christophe=Chris Frédéric=Fred Stéphane=Steph Sébastien=Seb Nicolas=Nico
        Guillaume=Gui Catherine=Cathy Isabelle=Isa Véronique=Véro Stéphanie=Steph Mathieu=Mat
        Philippe=Phil Antoine=Toine Émilie=Milie Mathilde=Mat Maxime=Max Daniel=Dany
        """, honorifics: "M. Mme Dr"),
    Culture(
      "es", 110, "34", trunk: "", 9,
      men: """
        Antonio José Manuel Francisco Juan David Javier Daniel Carlos Jesús Alejandro Miguel Rafael
        Pedro Pablo Ángel Sergio Fernando Jorge Luis Alberto Álvaro Adrián Diego Raúl Iván Enrique
        Ramón Vicente Andrés Óscar Joaquín Santiago Eduardo Víctor Roberto Jaime Ignacio Rubén
        José_Luis Juan_Carlos José_Antonio Luis_Miguel Martín Tomás Nicolás Guillermo
        """,
      women: """
        María Carmen Ana Isabel Dolores Pilar Josefa Teresa Rosa Cristina Laura Lucía Marta Mercedes
        Elena Sara Paula Raquel Beatriz Rocío Silvia Patricia Andrea Julia Irene Mónica Alba Sofía
        Inés Nuria Concepción Francisca Sonia Rosario Susana Montserrat Verónica Ángela María_José
        María_Carmen Ana_María María_Pilar Guadalupe Ximena Fernanda Gabriela Alejandra Daniela
        """,
      families: """
        García González Rodríguez Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz
        Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez
        Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín
        Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez
        Cruz Calvo Gallego Vidal León Márquez Herrera Peña Flores Cabrera Campos Vega Fuentes Carrasco
        Diez Caballero Reyes Nieto Aguilar Pascual Santana Herrero Montero Lorenzo Hidalgo Giménez
        Ibáñez Ferrer Durán Santiago Benítez Mora Vicente Vargas Arias Carmona Crespo Rojas de_la_Fuente
        """,
      nicknames: """
        José=Pepe/Chepe Francisco=Paco/Pancho/Kiko Manuel=Manolo/Manu Jesús=Chus Ignacio=Nacho
        Antonio=Toño/Toni Enrique=Quique Javier=Javi Rafael=Rafa Alejandro=Álex/Jandro Dolores=Lola
        Pilar=Pili Concepción=Concha/Conchi Rosario=Charo Guadalupe=Lupe Isabel=Isa Mercedes=Merche
        Montserrat=Montse Alejandra=Ale Fernanda=Fer Daniel=Dani Sergio=Checo Eduardo=Edu
        Santiago=Santi Beatriz=Bea María=Mari Guillermo=Guille Luis=Lucho
        """, honorifics: "Sr. Sra. D. Dña."),
    Culture(
      "pt", 60, "55", trunk: "0", 11,
      men: """
        João Antônio José Francisco Carlos Paulo Pedro Lucas Luiz Marcos Luís Gabriel Rafael Daniel
        Marcelo Bruno Eduardo Felipe Rodrigo Mateus André Fernando Fábio Leonardo Gustavo Guilherme
        Tiago Thiago Ricardo Vinícius Sérgio Caio Otávio Cauã Murilo
        """,
      women: """
        Maria Ana Francisca Antônia Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda
        Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela Vera Vitória Larissa Cláudia
        Beatriz Luíza Sônia Conceição Simone Débora Ana_Paula Maria_Eduarda
        """,
      families: """
        Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins
        Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira
        Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira da_Silva
        dos_Santos de_Oliveira de_Souza da_Costa Araújo Melo Pinto Cavalcanti Monteiro Correia Moura
        Azevedo Campos Castro Guimarães Brandão Conceição
        """,
      nicknames: """
        José=Zé Francisco=Chico Antônio=Toninho João=Joãozinho Eduardo=Edu/Dudu Gabriel=Gabi/Biel
        Rafael=Rafa Guilherme=Gui Fernanda=Nanda Beatriz=Bia Luciana=Lu Carlos=Carlinhos Felipe=Lipe
        Roberto=Beto Leonardo=Léo Mariana=Mari Juliana=Ju
        """, honorifics: "Sr. Sra. Dr. Dra."),
    Culture(
      "it", 60, "39", trunk: "", 10,
      men: """
        Giuseppe Giovanni Antonio Mario Luigi Francesco Angelo Vincenzo Pietro Salvatore Carlo Franco
        Domenico Bruno Paolo Michele Giorgio Aldo Sergio Luciano Andrea Marco Alessandro Matteo Luca
        Davide Stefano Roberto Lorenzo Simone Federico Riccardo Nicolò Emanuele Gianluca Pierluigi
        """,
      women: """
        Maria Anna Giuseppina Rosa Angela Giovanna Teresa Lucia Carmela Caterina Francesca Antonietta
        Carla Elena Concetta Rita Margherita Franca Paola Giulia Chiara Sara Martina Valentina Elisa
        Federica Silvia Alessandra Ilaria Laura Nicole Noemi Annamaria Simona Daniela Roberta
        """,
      families: """
        Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti
        De_Luca Mancini Costa Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi
        Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola
        De_Santis D'Angelo Marchetti Parisi Villa Conte Ferraro Ferri Fabbri Bianco Marini Grasso
        Valentini Messina Sala De_Angelis Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti Cattaneo
        """,
      stems:
        "Bal Ban Bar Bel Ben Ber Bor Cal Can Car Cas Cor Fal Fer For Gar Lam Lan Mal Man Mar Mon Mor Pal Pan Per Pol Sal San Tor Val Ven Ver Vol Zan",
      ends:
        "acci adini ardi asso atelli atti avalle elli eschi etti iani ini ino ione oletti oni ossi otti ucci uzzi",
      nicknames: """
        Giuseppe=Beppe/Pino Giovanni=Gianni Antonio=Tonino/Nino Francesco=Franco/Ciccio
        Vincenzo=Enzo Luigi=Gigi/Gino Domenico=Mimmo Salvatore=Totò Alessandro=Sandro/Ale
        Roberto=Robi Lorenzo=Renzo Federico=Fede Francesca=Franca Giuseppina=Pina Margherita=Rita
        Valentina=Vale Michele=Miki Raffaele=Lello Stefano=Ste Daniela=Dani
        """, honorifics: "Sig. Sig.ra Dott."),
    Culture(
      "nl", 40, "31", trunk: "0", 9,
      men:
        "Jan Johannes Willem Pieter Hendrik Kees Henk Piet Daan Sem Lucas Bram Thijs Jeroen Maarten Sander Bas Tim Tom Ruud Wouter Joost Dirk Gerrit Erik Mark Rob Marcel Koen Niels",
      women:
        "Maria Johanna Anna Elisabeth Cornelia Hendrika Anneke Saskia Ingrid Marieke Femke Sanne Lotte Emma Julia Sophie Lisa Eva Esther Monique Marloes Ilse Karin Wilma Truus Els Roos Fleur",
      families: """
        de_Jong Jansen de_Vries van_den_Berg van_Dijk Bakker Janssen Visser Smit Meijer de_Boer Mulder
        de_Groot Bos Vos Peters Hendriks van_Leeuwen Dekker Brouwer de_Wit Dijkstra Smits de_Graaf
        van_der_Meer Kok Jacobs van_der_Linden de_Haan Vermeulen van_den_Heuvel van_der_Veen
        van_den_Broek de_Bruijn van_der_Heijden Schouten van_Beek Willems van_Vliet Hoekstra Maas
        Verhoeven Koster van_Dam Prins Blom Huisman Peeters
        """,
      stems:
        "Acht Broek Dijk Duin Eik Groen Haak Hof Hol Kamp Klein Koop Laan Meer Molen Nieuw Oud Pol Ries Roos Slag Ster Veld Vis Water Wester",
      ends: "beek berg dijk hout huis huizen kamp laar man meijer sma ster stra veen veld",
      nicknames:
        "Johannes=Jan/Hans Willem=Wim Hendrik=Henk Pieter=Piet Elisabeth=Els/Liesbeth Cornelia=Corrie Gerrit=Ger"
    ),
    Culture(
      "sv", 50, "46", trunk: "0", 9,
      men:
        "Lars Anders Mikael Johan Per Erik Karl Jan Peter Thomas Daniel Fredrik Hans Bengt Mats Andreas Stefan Sven Bo Nils Björn Göran Åke Jörgen Håkan Östen Magnus Niklas Oskar Elias Søren Jørgen Øyvind Pål",
      women:
        "Anna Eva Maria Karin Kristina Lena Sara Kerstin Emma Ingrid Marie Malin Jenny Birgitta Åsa Elin Hanna Sofia Linnéa Märta Ulla Monica Susanne Camilla Ellen Ida Tove Gunilla Hedvig Solveig",
      families: """
        Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson
        Pettersson Jonsson Jansson Hansson Bengtsson Jönsson Lindberg Jakobsson Magnusson Lindström
        Olofsson Lindqvist Lindgren Berg Axelsson Bergström Lundberg Lind Lundgren Mattsson Berglund
        Hansen Jensen Sørensen Østergaard Kjær Bjørnstad Åberg Öberg Sjöberg Nyström Holm Bergqvist
        """,
      stems:
        "Ahl Alm Asp Berg Björk Blom Brand Dal Ek Eng Fors Grön Hag Hall Hed Hell Holm Kvarn Lag Lind Ljung Lund Löf Malm Norr Ny Ren Ros Sand Sjö Sten Stål Sund Söder Väster Ång Åker Öst",
      ends: "berg blad dal feldt fors gren holm kvist lund man mark qvist stedt strand ström ö",
      nicknames:
        "Johan=Jojje Karl=Kalle Lars=Lasse Anders=Ante Kristina=Stina Birgitta=Gitta Mikael=Micke Fredrik=Freddan Margareta=Greta Erik=Jerka"
    ),
    Culture(
      "tr", 50, "90", trunk: "0", 10,
      men:
        "Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Emre Burak Çağrı Gökhan Volkan Işık Şükrü Tuğrul Kerem Ümit Özgür Barış",
      women:
        "Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Zehra Sultan Hanife Merve Havva Zeliha Esra Özlem Yasemin Hülya Sevgi Gülşen Çiğdem Işıl İpek Büşra Ebru Dilek Şule Ceren",
      families:
        "Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Özcan Çakır Erdoğan Yavuz Can Acar Güler Işık Ünal Bulut Taş Aksoy Güneş Bozkurt",
      stems: "Ak Al Altın Bay Boz De Er Gök Gün Kara Kızıl Koca Öz Sarı Taş Tan Tur Uz Yal Yeşil",
      ends: "ay bacak baş bulut can demir doğan er gül han kaya kurt maz oğlu soy su taş türk yol"),
    Culture(
      "hu", 20, "36", trunk: "06", 9,
      men:
        "László István József János Zoltán Sándor Ferenc Gábor Attila Péter Tamás Zsolt Tibor András Csaba Imre Lajos György Balázs Gyula Dániel Ádám Máté Bence",
      women:
        "Mária Erzsébet Katalin Ilona Éva Anna Zsuzsanna Margit Judit Ágnes Julianna Andrea Ildikó Erika Krisztina Irén Eszter Mónika Réka Dóra Nikolett Virág",
      families:
        "Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Lakatos Mészáros Oláh Simon Rácz Fekete Szilágyi Török Fehér Balázs Gál Kis Szűcs Kocsis Orsós Pintér Fodor",
      stems: "Balat Bárt Csák Deb Erd Gyulá Ken Kolozs Makó Pál Pest Sár Szent Szigetv Ung Vár",
      ends: "ai falvi hegyi kúti esi házi i váry vári völgyi",
      nicknames:
        "László=Laci István=Pista József=Jóska Erzsébet=Bözsi/Erzsi Katalin=Kati Sándor=Sanyi Ferenc=Feri Zsuzsanna=Zsuzsa"
    ),
    Culture(
      "vi", 40, "84", trunk: "0", 9,
      men:
        "Minh Hùng Dũng Tuấn Hải Long Nam Sơn Thắng Quân Đức Hoàng Phong Khánh Bảo Thành Trung Kiên Việt Huy Duy Phúc Đạt Tùng Cường Hiếu Nghĩa Quang Anh",
      women:
        "Linh Hương Lan Hoa Mai Thảo Trang Hà Nga Thủy Yến Ngọc Phương Hằng Hạnh Nhung Vân Dung Loan Thu Xuân Hồng Huyền Tuyết Oanh Diệp My Anh",
      families:
        "Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Trương Đoàn Tô"
    ),
  ]

  private static let slavic: [Culture] = [
    Culture(
      "ru", 60, "7", trunk: "8", 10,
      men: """
        Александр=Alexander/Aleksandr Сергей=Sergey/Sergei Владимир=Vladimir Андрей=Andrey/Andrei
        Алексей=Alexey/Aleksei Дмитрий=Dmitry/Dmitri/Dmitriy Николай=Nikolay/Nikolai Иван=Ivan
        Михаил=Mikhail/Michail Евгений=Evgeny/Yevgeny/Evgeniy Юрий=Yuri/Yury Виктор=Victor/Viktor
        Игорь=Igor Анатолий=Anatoly/Anatoliy Павел=Pavel Максим=Maxim/Maksim Олег=Oleg Роман=Roman
        Константин=Konstantin Пётр=Petr/Pyotr Фёдор=Fedor/Fyodor Григорий=Grigory Вячеслав=Vyacheslav
        Антон=Anton Илья=Ilya Никита=Nikita Кирилл=Kirill Артём=Artem/Artyom Борис=Boris
        """,
      women: """
        Елена=Elena/Yelena Татьяна=Tatiana/Tatyana Наталья=Natalia/Natalya Ольга=Olga Ирина=Irina
        Светлана=Svetlana Анна=Anna Мария=Maria/Mariya Екатерина=Ekaterina/Yekaterina
        Людмила=Lyudmila/Ludmila Галина=Galina Марина=Marina Юлия=Yulia/Julia/Yuliya
        Анастасия=Anastasia/Anastasiya Надежда=Nadezhda Валентина=Valentina Любовь=Lyubov
        Вера=Vera Дарья=Daria/Darya Оксана=Oksana/Oxana Ксения=Ksenia/Xenia Виктория=Victoria/Viktoria
        Алина=Alina Полина=Polina Софья=Sofia/Sofya Евгения=Evgenia
        """,
      families: """
        Иванов=Ivanov Смирнов=Smirnov Кузнецов=Kuznetsov Попов=Popov Васильев=Vasiliev Петров=Petrov
        Соколов=Sokolov Михайлов=Mikhailov/Mikhaylov Новиков=Novikov Фёдоров=Fedorov/Fyodorov
        Морозов=Morozov Волков=Volkov Алексеев=Alekseev/Alexeev Лебедев=Lebedev Семёнов=Semenov/Semyonov
        Егоров=Egorov/Yegorov Павлов=Pavlov Козлов=Kozlov Степанов=Stepanov Николаев=Nikolaev
        Орлов=Orlov Андреев=Andreev Макаров=Makarov Никитин=Nikitin Захаров=Zakharov Зайцев=Zaitsev/Zaytsev
        Соловьёв=Solovyov/Soloviev Борисов=Borisov Яковлев=Yakovlev Григорьев=Grigoriev Романов=Romanov
        Воробьёв=Vorobyov/Vorobiev Щербаков=Shcherbakov/Scherbakov Чайковский=Tchaikovsky/Chaikovsky
        Жуков=Zhukov Хрущёв=Khrushchev Белинский=Belinsky Юдин=Yudin
        """,
      stems:
        "Бар=Bar Бел=Bel Вар=Var Гал=Gal Гор=Gor Дан=Dan Дол=Dol Ерм=Erm Зар=Zar Кал=Kal Кар=Kar Кол=Kol Лап=Lap Мал=Mal Мур=Mur Нест=Nest Пан=Pan Рад=Rad Сав=Sav Сел=Sel Там=Tam Тих=Tikh Ус=Us Фом=Fom Шар=Shar Шел=Shel",
      ends:
        "анов=anov енков=enkov инский=insky омов=omov уров=urov акин=akin ушкин=ushkin ельев=eliev ачев=achev ыгин=ygin ихин=ikhin овцев=ovtsev",
      nicknames: """
        Александр=Саша/Шура Сергей=Серёжа Владимир=Вова/Володя Алексей=Лёша/Алёша Дмитрий=Дима/Митя
        Николай=Коля Иван=Ваня Михаил=Миша Евгений=Женя Юрий=Юра Виктор=Витя Павел=Паша Елена=Лена
        Татьяна=Таня Наталья=Наташа Ольга=Оля Ирина=Ира Светлана=Света Мария=Маша Екатерина=Катя
        Анна=Аня Константин=Костя Анастасия=Настя Пётр=Петя Юлия=Юля
        """),
    Culture(
      "pl", 40, "48", trunk: "", 9,
      men:
        "Piotr Krzysztof Andrzej Tomasz Paweł Jan Michał Marcin Jakub Adam Marek Łukasz Grzegorz Mateusz Wojciech Mariusz Dariusz Zbigniew Jerzy Maciej Rafał Robert Kamil Jacek Józef Stanisław Tadeusz Sławomir",
      women:
        "Anna Katarzyna Maria Małgorzata Agnieszka Barbara Ewa Krystyna Elżbieta Magdalena Joanna Zofia Monika Aleksandra Teresa Danuta Natalia Karolina Marta Beata Dorota Julia Iwona Jadwiga Urszula Grażyna Paulina Zuzanna",
      families:
        "Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Mazur Jankowski Kwiatkowski Wojciechowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski Król Michalski Wróbel Wieczorek Jabłoński Nowakowski Majewski Stępień Dudek Walczak",
      stems:
        "Bar Biel Bor Brzez Chmiel Czarn Dob Gołęb Gór Jas Klim Kras Lip Łuk Mal Olsz Ostr Pol Rad Rut Sad Sik Sos Star Świd Tar Wal Wierz Wol Zar Żuk",
      ends: "anek arski czak ecki ewicz icki iec iński nicki orek owicz owski ski ycki",
      nicknames: """
        Katarzyna=Kasia Małgorzata=Gosia Agnieszka=Aga Barbara=Basia Elżbieta=Ela Magdalena=Magda
        Joanna=Asia Zofia=Zosia Aleksandra=Ola Krzysztof=Krzysiek Wojciech=Wojtek Grzegorz=Grzesiek
        Stanisław=Staszek Tadeusz=Tadek Jakub=Kuba Józef=Józek Andrzej=Jędrek Anna=Ania Maria=Marysia
        """),
    Culture(
      "cs", 25, "420", trunk: "", 9,
      men:
        "Jiří Jan Petr Josef Pavel Martin Tomáš Jaroslav Miroslav Zdeněk Václav František Michal Jakub Milan Karel Lukáš David Vladimír Ladislav Ondřej Roman Stanislav Marek Radek Daniel Vojtěch Filip",
      women:
        "Jana Marie Eva Hana Anna Lenka Kateřina Lucie Věra Alena Petra Veronika Jaroslava Tereza Martina Michaela Jitka Helena Ludmila Zdeňka Ivana Monika Eliška Zuzana Markéta Barbora Kristýna",
      families:
        "Novák Svoboda Novotný Dvořák Černý Procházka Kučera Veselý Horák Němec Pokorný Pospíšil Hájek Král Jelínek Růžička Beneš Fiala Sedláček Doležal Zeman Kolář Krejčí Čermák Vaněk Urban Kratochvíl Šimek Kopecký Konečný",
      stems:
        "Bart Bed Blaž Had Hol Hrub Jan Kad Kol Kub Lhot Mach Mal Mar Nav Pech Rys Sed Sob Stan Šim Trn Vac Vit Zav",
      ends: "áček ák ánek ásek ec ečka ek elka enda ík oun oš ota ouš ý"),
    Culture(
      "el", 15, "30", trunk: "", 10,
      men:
        "Γιώργος=Giorgos/Yorgos Δημήτρης=Dimitris/Dimitrios Κώστας=Kostas Γιάννης=Giannis/Yannis Νίκος=Nikos Παναγιώτης=Panagiotis Βασίλης=Vasilis Χρήστος=Christos Αθανάσιος=Athanasios Μιχάλης=Michalis Αλέξανδρος=Alexandros Ευάγγελος=Evangelos Σπύρος=Spyros Ανδρέας=Andreas",
      women:
        "Μαρία=Maria Ελένη=Eleni Αικατερίνη=Aikaterini/Katerina Βασιλική=Vasiliki Σοφία=Sofia Αγγελική=Angeliki/Aggeliki Γεωργία=Georgia Δήμητρα=Dimitra Κωνσταντίνα=Konstantina Παρασκευή=Paraskevi Άννα=Anna Ιωάννα=Ioanna Χριστίνα=Christina Ευαγγελία=Evangelia",
      families:
        "Παπαδόπουλος=Papadopoulos Παππάς=Pappas Καραγιάννης=Karagiannis Βλάχος=Vlachos Ιωαννίδης=Ioannidis Οικονόμου=Oikonomou/Economou Παπαγεωργίου=Papageorgiou Μακρής=Makris Γεωργίου=Georgiou Δημητρίου=Dimitriou Νικολάου=Nikolaou Αλεξίου=Alexiou Χατζής=Chatzis Αντωνίου=Antoniou",
      stems:
        "Αγγελ=Angel Βασιλ=Vasil Γερμαν=German Δρακ=Drak Καλ=Kal Κυρι=Kyri Λαμπρ=Lampr Μαυρ=Mavr Ξενακ=Xenak Παυλ=Pavl Σταθ=Stath Φωτ=Fot",
      ends: "όπουλος=opoulos άκης=akis ίδης=idis ιάδης=iadis άτος=atos όγλου=oglou έας=eas"),
  ]

  private static let asian: [Culture] = [
    Culture(
      "ar", 40, "966", trunk: "0", 9,
      men: """
        محمد=Mohammed/Mohamed/Muhammad أحمد=Ahmed/Ahmad علي=Ali حسن=Hassan/Hasan حسين=Hussein/Husain
        عمر=Omar/Umar خالد=Khaled/Khalid عبدالله=Abdullah/Abdallah يوسف=Youssef/Yusuf إبراهيم=Ibrahim
        مصطفى=Mustafa/Mostafa محمود=Mahmoud كريم=Karim/Kareem طارق=Tarek/Tariq سعيد=Said/Saeed
        فيصل=Faisal سامي=Sami ماجد=Majed/Majid وليد=Walid/Waleed ناصر=Nasser/Naser
        """,
      women: """
        فاطمة=Fatima/Fatma مريم=Mariam/Maryam عائشة=Aisha/Ayesha خديجة=Khadija زينب=Zainab/Zeinab
        سارة=Sara/Sarah نور=Nour/Noor ليلى=Layla/Leila هدى=Huda/Hoda أمل=Amal ريم=Reem/Rim
        سلمى=Salma ياسمين=Yasmin/Yasmine دينا=Dina رنا=Rana منى=Mona/Muna
        """,
      families: """
        الشريف=Al-Sharif/Alsharif حداد=Haddad خوري=Khoury/Khouri منصور=Mansour سليمان=Suleiman/Soliman
        العتيبي=Al-Otaibi الغامدي=Al-Ghamdi القحطاني=Al-Qahtani الدوسري=Al-Dosari/Aldosari
        الزهراني=Al-Zahrani المصري=El-Masry/Almasri نجار=Najjar صالح=Saleh/Salih حمدان=Hamdan
        قاسم=Qasim/Kassem عثمان=Osman/Othman فارس=Fares/Faris الحربي=Al-Harbi شاهين=Shaheen عباس=Abbas
        """,
      stems: "ال=Al- بن_=Bin_",
      ends:
        "بكري=Bakri جابر=Jaber حميد=Hamid دباغ=Dabbagh رشيد=Rashid زيدان=Zidan طاهر=Taher عامر=Amer غانم=Ghanem كمال=Kamal لطيف=Latif مراد=Murad نعيم=Naim هاشم=Hashem ياسين=Yassin"
    ),
    Culture(
      "hi", 50, "91", trunk: "0", 10,
      men:
        "Rahul Amit Rajesh Sanjay Vijay Suresh Anil Ramesh Manoj Sunil Ashok Ravi Deepak Vikram Arjun Rohit Ajay Arun Prakash Mohan Krishna Venkatesh Karthik Srinivas Harpreet Gurpreet Imran Aditya Siddharth Pradeep",
      women:
        "Priya Sunita Anita Neha Pooja Anjali Kavita Rekha Meena Lakshmi Geeta Sita Divya Deepa Asha Usha Shanti Radha Swati Nisha Jyoti Manjula Saraswati Harpreet Aishwarya Ananya Shreya Ritu",
      families:
        "Sharma Kumar Singh Patel Gupta Reddy Rao Iyer Nair Das Mehta Verma Mishra Joshi Shah Chatterjee Banerjee Mukherjee Bose Ghosh Desai Kulkarni Naidu Pillai Menon Kapoor Malhotra Chopra Khanna Agarwal Bhat Shetty Khan Yadav Pandey Tiwari Choudhary Jain",
      stems: "Bala Chandra Deva Gana Hari Jaya Kala Nara Padma Rama Soma Surya Venka Vira",
      ends:
        "bhan charya dasan krishnan kumar moorthy nathan pathi puri raj rajan sekaran swamy tharan varma yana"
    ),
    Culture(
      "zh", 70, "86", trunk: "", 11, men: "伟=Wei", women: "芳=Fang",
      families: """
        王=Wang 李=Li/Lee 张=Zhang 刘=Liu 陈=Chen 杨=Yang 赵=Zhao 黄=Huang 周=Zhou 吴=Wu 徐=Xu 孙=Sun 胡=Hu
        朱=Zhu 高=Gao 林=Lin 何=He 郭=Guo 马=Ma 罗=Luo 梁=Liang 宋=Song 郑=Zheng 谢=Xie 韩=Han 唐=Tang
        冯=Feng 于=Yu 董=Dong 萧=Xiao 程=Cheng 曹=Cao 袁=Yuan 邓=Deng 许=Xu 傅=Fu 沈=Shen 曾=Zeng 彭=Peng
        吕=Lü/Lv 苏=Su 卢=Lu 蒋=Jiang 蔡=Cai 贾=Jia 丁=Ding 魏=Wei 薛=Xue 叶=Ye 欧阳=Ouyang 司马=Sima
        """,
      syllables: """
        伟=wei 芳=fang 娜=na 秀=xiu 英=ying 敏=min 静=jing 丽=li 强=qiang 磊=lei 军=jun 洋=yang 勇=yong
        艳=yan 杰=jie 娟=juan 涛=tao 明=ming 超=chao 霞=xia 平=ping 刚=gang 桂=gui 文=wen 辉=hui 玲=ling
        建=jian 国=guo 华=hua 红=hong 志=zhi 小=xiao 梅=mei 海=hai 雪=xue 婷=ting 宇=yu 欣=xin 浩=hao
        子=zi 梓=zi 涵=han 晨=chen 佳=jia 怡=yi 思=si 雨=yu 嘉=jia 俊=jun 鑫=xin 玮=wei 博=bo 凯=kai
        """),
    Culture(
      "ja", 60, "81", trunk: "0", 10,
      men: """
        健=けん=Ken 誠=まこと=Makoto 隆=たかし=Takashi 太郎=たろう=Taro/Tarou 一郎=いちろう=Ichiro
        翔太=しょうた=Shota/Shouta 大輔=だいすけ=Daisuke 健太=けんた=Kenta 拓也=たくや=Takuya 直樹=なおき=Naoki
        和也=かずや=Kazuya 亮=りょう=Ryo 浩=ひろし=Hiroshi 蓮=れん=Ren 大翔=ひろと=Hiroto 悠斗=ゆうと=Yuto
        健一=けんいち=Kenichi 雄一=ゆういち=Yuichi 哲也=てつや=Tetsuya 学=まなぶ=Manabu 聡=さとし=Satoshi
        """,
      women: """
        幸子=さちこ=Sachiko 和子=かずこ=Kazuko 洋子=ようこ=Yoko 恵子=けいこ=Keiko 由美子=ゆみこ=Yumiko
        裕子=ゆうこ=Yuko 明美=あけみ=Akemi 美咲=みさき=Misaki 愛=あい=Ai 陽菜=ひな=Hina 葵=あおい=Aoi
        真由美=まゆみ=Mayumi 直美=なおみ=Naomi 智子=ともこ=Tomoko 花子=はなこ=Hanako 彩=あや=Aya
        優子=ゆうこ=Yuko 美穂=みほ=Miho 結衣=ゆい=Yui さくら=さくら=Sakura 凛=りん=Rin 千尋=ちひろ=Chihiro
        """,
      families: """
        佐藤=さとう=Sato/Satoh 鈴木=すずき=Suzuki 高橋=たかはし=Takahashi 田中=たなか=Tanaka 伊藤=いとう=Ito/Itoh
        渡辺=わたなべ=Watanabe 山本=やまもと=Yamamoto 中村=なかむら=Nakamura 小林=こばやし=Kobayashi
        加藤=かとう=Kato 吉田=よしだ=Yoshida 山田=やまだ=Yamada 佐々木=ささき=Sasaki 山口=やまぐち=Yamaguchi
        松本=まつもと=Matsumoto 井上=いのうえ=Inoue 木村=きむら=Kimura 林=はやし=Hayashi 斎藤=さいとう=Saito
        清水=しみず=Shimizu 山崎=やまざき=Yamazaki 森=もり=Mori 池田=いけだ=Ikeda 橋本=はしもと=Hashimoto
        阿部=あべ=Abe 石川=いしかわ=Ishikawa 前田=まえだ=Maeda 藤田=ふじた=Fujita 小川=おがわ=Ogawa 後藤=ごとう=Goto
        岡田=おかだ=Okada 長谷川=はせがわ=Hasegawa 村上=むらかみ=Murakami 近藤=こんどう=Kondo 石井=いしい=Ishii
        大野=おおの=Ono/Ohno 遠藤=えんどう=Endo 青木=あおき=Aoki 坂本=さかもと=Sakamoto 藤井=ふじい=Fujii
        """,
      stems:
        "秋=あき=Aki 有=あり=Ari 飯=いい=Ii 稲=いな=Ina 梅=うめ=Ume 片=かた=Kata 桐=きり=Kiri 桑=くわ=Kuwa 柴=しば=Shiba 寺=てら=Tera 戸=と=To 長=なが=Naga 菊=きく=Kiku 堀=ほり=Hori 丸=まる=Maru 三=み=Mi 望=もち=Mochi 矢=や=Ya",
      ends:
        "山=やま=yama 村=むら=mura 川=かわ=kawa 井=い=i 野=の=no 島=しま=shima 原=はら=hara 沢=さわ=sawa 地=ち=chi 部=べ=be 崎=さき=saki 尾=お=o 池=いけ=ike 月=つき=tsuki"
    ),
    Culture(
      "ko", 40, "82", trunk: "0", 10, men: "민준=Minjun", women: "서연=Seoyeon",
      families: """
        김=Kim 이=Lee/Yi 박=Park/Pak 최=Choi/Choe 정=Jung/Jeong/Chung 강=Kang 조=Cho/Jo 윤=Yoon/Yun
        장=Jang/Chang 임=Lim/Im 한=Han 오=Oh 서=Seo/Suh 신=Shin 권=Kwon 황=Hwang 안=Ahn/An 송=Song
        류=Ryu/Yoo 전=Jeon/Jun 홍=Hong 고=Ko/Go 문=Moon 손=Son 배=Bae 백=Baek/Paik 허=Heo/Hur 남궁=Namgung
        """,
      syllables: """
        민=min 서=seo/suh 지=ji/jee 현=hyun/hyeon 준=jun/joon 영=young/yeong 수=soo/su 연=yeon/yun 우=woo/u
        은=eun 진=jin 희=hee/hui 철=chul/cheol 호=ho 성=sung/seong 정=jung/jeong 경=kyung/gyeong 미=mi
        숙=sook/suk 훈=hoon/hun 재=jae 윤=yoon/yun 혜=hye 아=a 동=dong 상=sang 하=ha 원=won 석=seok/suk 태=tae
        """),
  ]
}
