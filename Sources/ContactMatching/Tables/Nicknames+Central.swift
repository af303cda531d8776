extension Nicknames {
  /// German, and forms that Dutch and the Scandinavian languages share with it.
  static let german = """
    adalbert adi bert
    adelheid heidi
    adolf adi dolf
    agathe agi
    albert bert berti
    albrecht albi
    alexander alex sascha sandro xander
    alexandra alex sandra sascha
    alfred fred fredi
    alois loisl lois luis aloys
    andrea andi
    andreas andi andy
    angelika geli angi gelika
    anna anni anne annchen anne
    annegret anne gret
    annemarie anne annemie
    anneliese anne annelie liese
    anton toni
    antonia toni
    barbara babs barbel baerbel barbel babsi
    bartholomaus bartel
    beate bea
    benedikt bene
    benjamin ben benni
    bernd bernhard bernie berndt hardy
    bernhard bernd berni hardy
    bertold berthold bert
    birgit biggi birgitta gitte
    brigitte gitti gitte brigitta biggi
    christa christl
    christian chris christi kristian
    christiane chris nane
    christina chris tina christl christel christine
    christine chris tine christel christl tina
    christoph chris stoffel christof
    cornelia conny nele
    daniel dani
    daniela dani
    detlef detlev
    dieter didi
    dietmar didi
    dietrich dirk
    dominik domi nik
    dorothea doro thea dorle dora dorothee
    eberhard ebi hardy
    eckhard ecki ekkehard
    edeltraud traudl traudel
    eduard edi ede
    elfriede friedel elfi frieda
    elisabeth elli lisa liesel lisbeth sissi lieschen else lisl elsbeth betti elise
    eva evi evchen
    ferdinand ferdi nando
    florian flo
    franz franzl
    franziska franzi fanny ziska
    friedrich fritz friedel frieder fiete
    friederike rike rieke fritzi
    gabriele gabi gaby
    genoveva vevi
    georg schorsch
    gerhard gerd gert hardy
    gertrud gerti traudel trude trudi gertraud
    gisela gisi
    gottfried friedel gotz
    gunter gunther
    gustav gustl gusti
    hannelore hanne lore
    heinrich heinz heiner hein henner hinrich heini
    helene leni lena hella
    helmut helmuth helli
    hildegard hilde hilda
    hubert hubi
    ignaz naz
    ingeborg inge inga
    irmgard irmi irma
    isabella isa bella
    jakob jockel jacob kobi jaap
    joachim achim jochen jo jochim
    johann hans hannes johannes
    johanna hanna hanne hannah jo
    johannes hans hannes hansi jo johann
    josef sepp jupp joseph josi seppl beppo pepi
    josefine josefa josi fine sefa
    julia jule
    juliane jule
    jurgen jurg
    karl kalle
    karoline lina karo line
    kaspar casper
    katharina kathi kathe kathrin katrin katja kati trine nina kathchen tina
    kathrin katrin kathi
    klaus claus
    klara klarchen
    konrad conny
    leonhard leo hartl
    leopold leo poldi
    lorenz lenz
    ludwig lutz wiggerl lui
    luise lulu
    magdalena leni lena magda madlen magdalene
    manfred manni fred mani
    manuela manu ela
    margarete margarethe grete gretel greta gretchen marga margret margarita margareta rita meta
    maria mia mitzi mizzi mariele mariechen ria
    marianne nanni janne
    markus mark
    martina tina
    matthias matthaus hias matze mathias matti
    mathilde tilde hilde
    maximilian max maxi
    melanie meli melli
    michael michi michel micha michl mike
    michaela michi ela micha
    monika moni
    moritz mo
    nikolaus klaus niklas nico niko nick klas
    norbert nobbi
    oswald ossi
    ottilie otti tilly
    peter pit petz
    philipp phil lipp fips
    rainer reiner
    reinhard hardy reini
    renate reni nate
    richard richie
    robert robi bert
    rosemarie rosi romy
    rosina rosi
    rudolf rudi
    ruprecht rupert
    sabine bine biene
    sebastian basti bastian wastl
    siegfried sigi siggi
    sigmund sigi siegmund
    sieglinde linde
    sigrid sigi
    simon simmerl
    sophie sofie sophia
    stefan stephan steff
    stefanie steffi stephanie
    susanne susi sanne suse susanna
    theodor theo
    theresa resi theres therese thesi resl
    thomas tom tommi
    tobias tobi
    ulrich uli ulli utz
    ulrike uli ulli rike
    ursula uschi ulla ursel
    veronika vroni vera
    viktoria vicki vicky
    walburga burgi wally
    waltraud traudl traudi traudel
    walter walther
    wilhelm willi willy will wim
    wilhelmine minna mina helma
    wolfgang wolf wolfi
    wolfram wolf
    xaver xaverl
    """

  /// Dutch, Nordic, Hungarian, Czech, Romanian, Turkish, Greek, Ukrainian, Arabic and Hebrew names
  /// with several usual spellings or a short form that all know.
  static let others = """
    cornelis kees cor
    jacobus jaap koos ko
    johannes jan hans joop johan jo
    hendrik henk rik
    gerardus gerard ger
    antonius ton toon anton
    petrus piet peter
    wilhelmus wim willem
    willem wim pim
    nicolaas klaas nico
    maria ria mia rie
    cornelia corrie cor
    elisabeth els betty liesbeth
    kristina stina
    erik eirik erik
    lars lasse
    nils niels
    gustaf gustav
    oskar oscar
    erzsebet bozsi zsoka erzsi
    istvan pista isti
    jozsef joska jozsi
    laszlo laci
    sandor sanyi
    ferenc feri
    gabor gabi
    katalin kati kata
    zsuzsanna zsuzsa
    jan honza jenda
    josef pepa
    frantisek franta
    jiri jirka jura
    vaclav vasek venca
    katerina katka kata
    maria marica marika
    ion ionut nelu
    gheorghe gigi gheorghita
    constantin costel costi dinu
    mehmet memo
    mustafa musti
    ibrahim ibo
    georgios giorgos yorgos
    ioannis giannis yannis yiannis
    konstantinos kostas dinos
    dimitrios dimitris mitsos
    nikolaos nikos
    panagiotis panos takis
    vasileios vasilis
    eleni lena
    aikaterini katerina
    mohammed muhammad mohamed mohammad mohamad muhammed mohamad
    ahmed ahmad ahmet
    yusuf youssef yousef yosef
    hussein husain hussain hosein
    hassan hasan
    fatima fatma fatimah
    aisha ayesha aicha
    omar umar
    abdullah abdallah
    david dudi dawid
    yitzhak itzhak itzik isaac
    moshe moses moishe
    yaakov yakov kobi jacob
    yosef yossi joseph
    haim chaim hayim
    olena lena olenka
    oleksandr sasha sashko oleksander
    volodymyr vova volodya
    mykola kolya
    mykhailo misha mykhaylo
    andrii andriy andrey
    dmytro dima
    serhii serhiy sergey
    kateryna katya
    yuliia yulia yuliya
    """
}
