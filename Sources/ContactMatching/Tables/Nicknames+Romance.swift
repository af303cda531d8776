extension Nicknames {
  /// Spanish.
  static let spanish = """
    adrian adri
    adriana adri nana
    agustin tin
    alberto beto berto tito
    alejandra ale sandra jandra alex
    alejandro ale alex jandro sandro
    alfonso poncho fonso alfon
    alfredo fredo freddy alf
    alicia licha ali
    ana anita
    andres andy
    angel angelito
    angela angelita gela angie
    angelica angie
    antonia tona toni antonita tonia
    antonio tono toni tony antonito
    armando mando
    arturo turo
    asuncion asun choni
    beatriz bea bety betty
    benjamin benja ben
    bernardo nardo berni
    carlos carlitos charly
    carlota lota
    carmen carmela menchu carmencita mamen carmina
    carolina caro lina
    catalina cata lina
    cecilia ceci chila
    cesar cesarin
    claudia clau
    concepcion concha conchita conchi
    consuelo chelo consu
    cristian cris
    cristina cris tina
    cristobal cris tobal
    daniel dani dany
    daniela dani
    david davi
    diego dieguito
    dolores lola loli lolita
    eduardo edu lalo guayo
    elena nena ele
    elisa eli
    elvira elvi
    emilia emi mili
    emilio milo emi
    encarnacion encarna encarni
    enrique quique kike enri
    ernesto neto tito
    esperanza espe pera
    esteban teban
    eugenia genia euge
    eva evita
    fatima fati
    federico fede fico
    felipe pipe feli
    felix felo
    fernanda fer nanda
    fernando fer nando ferdi
    francisca paca paqui paquita fran pancha
    francisco paco pancho fran paquito curro frasco kiko quico cisco chisco
    gabriel gabi gabo
    gabriela gabi gaby
    gerardo jerry gera
    gonzalo gonza chalo
    graciela chela
    gregorio goyo grego
    guadalupe lupe lupita
    guillermo guille memo willy
    gustavo gus tavo
    hector tito
    hernan nan
    humberto beto
    ignacio nacho ignasi
    inmaculada inma
    isabel isa chabela chavela isabela belita
    ismael isma
    jacinto chinto
    jaime jaimito
    javier javi xavi xavier
    jesus chus chuy suso chucho
    joaquin quino ximo
    jorge jorgito coque
    jose pepe chepe josele pepito joselito
    josefa pepa pepi fina chepa
    josefina fina pepa chepina
    juan juanito juancho
    juana juanita
    julian julito
    julia juli
    julio julito
    laura lau laurita
    leonardo leo
    leticia leti
    lorena lore
    lorenzo lencho loren
    lourdes lulu
    lucia luci
    luis lucho luisito
    luisa lui luisita
    manuel manolo manu lolo manolito
    manuela manoli manuelita manola
    marcela marce
    marcos marquitos
    margarita marga mago rita
    maria mari marichu maruja mariquita maruchi ma marita
    mariana mari mariani
    mario mayito
    marta martita
    martin tincho
    mateo teo
    mauricio mau
    maximiliano maxi
    mercedes merche meche
    miguel migue miguelito mike
    milagros mila mili
    monica moni
    montserrat montse
    natalia nati nata
    nicolas nico
    octavio tavo
    pablo pablito
    patricia patri paty pati
    patricio pato
    paula pau
    paulina pau
    pedro perico pedrito
    pilar pili pilarica
    rafael rafa rafi
    ramon moncho mon
    raquel raque
    refugio cuca
    ricardo ricky richi rica
    roberto beto rober tito
    rocio chio
    rodolfo fito rodo
    rodrigo rodri rigo
    rosa rosita
    rosario charo chayo
    salvador salva chava
    santiago santi chago yago
    sara sarita
    sebastian sebas seba
    sergio checo
    silvia sil
    sofia sofi
    soledad sole chole
    susana susi
    teodoro teo doro
    teresa tere teresita maite
    tomas tomasito
    valentina vale
    valeria vale
    vanesa vane
    veronica vero
    vicente chente vicen
    victor vitin vic
    victoria vicky viqui
    virginia virgi
    yolanda yoli
    """

  /// Portuguese.
  static let portuguese = """
    adriana dri drica
    alexandre ale alex xande xandy
    alice lice
    ana aninha
    andre dede deco
    antonio toninho tonico toze tony tonho
    augusto guto gugu
    barbara babi
    beatriz bia
    bernardo be
    bruno bruninho
    camila mila
    carlos carlinhos caca
    carolina carol
    cristiano cris
    cristina cris
    daniel dani dan
    daniela dani
    eduardo edu dudu duda
    elisabete beth bete
    fabio fabinho
    felipe filipe lipe
    fernanda nanda fe
    fernando nando
    francisco chico xico kiko chiquinho
    gabriel gabi biel
    gabriela gabi
    guilherme gui guiga
    gustavo gu guga
    helena lena lele
    henrique rick
    isabel isa bel belinha
    joana joaninha
    joao joaozinho jota
    jorge jorginho
    jose ze zeca zezinho
    juliana ju
    julia ju
    larissa lari
    leonardo leo
    leticia le
    lucas luquinhas
    luciana lu
    luis luiz lula luisinho luizinho
    luiza luisa lu
    manuel manel neca manoel
    marcelo celo
    marcos marquinhos
    maria mariazinha
    mariana mari
    mateus matheus teteu
    miguel miguelito
    natalia nat
    nelson nelsinho
    patricia pati
    paulo paulinho
    pedro pedrinho
    priscila pri
    rafael rafa
    rafaela rafa
    renata re
    ricardo rica
    roberto beto
    rodrigo digo rod
    ronaldo naldo
    rosa rosinha
    sebastiao tiao bastiao
    sofia sofi
    tatiana tati
    teresa tereza te
    thiago tiago ti
    vanessa van nessa
    vitor victor vitinho
    vitoria vi
    """

  /// Italian.
  static let italian = """
    alberto berto albi
    alessandra ale sandra alex
    alessandro ale sandro alex
    alfonso fonzie
    alfredo fredo
    andrea andre
    angela angi lina
    angelo angiolino
    antonella anto nella
    antonia tonia anto
    antonio toni tonino tony toto toto anto nino
    bartolomeo meo bartolo
    beatrice bea bice
    benedetta benni
    carlo carletto
    caterina cate rina
    chiara chiaretta
    concetta tina cetta
    cristina cri cris
    daniela dani
    daniele dani lele
    davide dado
    domenico mimmo menico nico mimi
    domenica mimma menica
    edoardo edo
    elena ele
    eleonora nora ele
    elisabetta betta lisa betty
    emanuele manu lele ema
    emanuela manu ela
    enrico chicco
    ernesto tino
    federica fede
    federico fede fedro
    ferdinando nando
    filippo pippo
    francesca franca checca fra cesca
    francesco franco ciccio checco cecco fra
    gabriele gabri lele
    gabriella gabri lella
    gaetano tano
    gennaro gennarino
    giacomo jack giacomino
    gianluca gian
    giorgio giorgino
    giovanna gianna vanna nanna
    giovanni gianni nanni vanni giovannino gio
    giulia giuli
    giuseppa pina peppa giusy
    giuseppe beppe peppe pino peppino beppino bepi geppo
    giuseppina pina giusy pinuccia
    guglielmo memmo
    ilaria ila
    isabella isa bella
    leonardo leo nardo
    lorenzo lollo renzo enzo
    lucia lucy
    luigi gigi gino luigino
    luigia gina gigia
    marcello lello
    margherita rita marghe
    maria mariuccia mari
    matteo teo matte
    mattia matti
    michela miki
    michele miki lele
    nicola nico nic
    nicoletta nico
    paola paoletta
    paolo paolino
    pasquale lino pasqualino
    pietro piero pierino
    raffaele lello raffa
    raffaella raffa lella
    renata rena
    riccardo ricky ricki
    roberta robi
    roberto robi berto
    rosa rosina rosetta
    salvatore toto toto turi sasa salvo tore
    sebastiano seba bastiano nello
    serena sere
    silvia silvi
    simona simo
    simone simo
    stefania stefi
    stefano ste steve
    teresa teresina
    tommaso tommy maso masino
    umberto berto
    valentina vale
    valentino vale tino
    valeria vale
    valerio vale
    vincenza enza cenza
    vincenzo enzo cenzo vince
    vittoria vitto
    vittorio vitto
    """

  /// French.
  static let french = """
    adelaide ade
    adrien adri
    albert bebert
    alexandra alex sandra
    alexandre alex sacha
    alfred fred
    amandine mandy
    andre dede
    angelique angie
    anne annie annette nanette
    antoine toine tonio titoine
    antoinette toinette
    augustin gus
    aurelie lili
    baptiste batiste bat
    bastien sebastien
    beatrice bea
    benedicte bene
    benjamin ben benji
    benoit ben beber
    bernard nanard
    brigitte bri
    camille cam
    caroline caro
    catherine cathy kathy cath
    charles charlie charlot
    charlotte charlie lotte
    christelle chris
    christian chris
    christine chris cricri
    christophe chris tophe
    claire clairette
    clement clem
    clementine clem
    corinne coco
    danielle dany
    daniel dany
    dominique dom domi
    dorothee doro
    edouard ed doudou
    elisabeth babette lise elise lili
    emmanuel manu
    emmanuelle manu
    etienne tienne
    eugenie ninie
    fabien fab
    fabrice fab
    florence flo
    florent flo
    florian flo
    francoise fanfan framboise
    francois fanfan franck
    frederic fred
    frederique fred
    gabriel gaby
    gabrielle gaby
    genevieve ginette
    georges jojo
    gerard gege
    gregoire greg
    guillaume guigui gui
    gwenaelle gwen
    helene lena
    henri riton
    isabelle isa zabou
    jacqueline jacotte line
    jacques jacquot
    jean jeannot
    jeanne jeannette jeannine
    joseph jojo jo
    josephine jo fifine
    julie ju
    julien ju
    juliette ju
    laetitia tita
    laurence lolo
    laurent lolo
    leonard leo
    louis loulou
    louise lou loulou
    lucie lulu
    lucien lulu
    madeleine mado
    margaux margot
    marguerite margot
    marie mimi
    mathieu matthieu mat
    mathilde mat
    maurice momo
    maxime max
    melanie mel
    michel mimi
    michele micheline mimi
    monique momo
    nathalie nath
    nicolas nico
    nicole nini
    olivier oliv
    pascal pascalou
    patrice pat
    patricia pat
    patrick pat
    philippe phil
    pierre pierrot
    raymond momone ray
    robert bob bebert
    sebastien seb bastien
    solange soso
    sophie soso
    stephane steph
    stephanie steph fanny
    suzanne suzie suzon
    thibault thibaut titi
    thierry titi
    thomas tom
    valentin val
    valerie val
    veronique vero
    victor totor
    vincent vince
    viviane vivi
    xavier xav
    """
}
