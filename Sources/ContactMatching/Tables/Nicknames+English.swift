extension Nicknames {
  /// English.
  static let english = """
    aaron ron ronnie
    abigail abby abbie gail abbey
    abraham abe abram bram
    adam ad addie
    adelaide addie della
    adeline adaline addie addy
    agatha aggie aggy
    agnes aggie nessie nessa
    alan allan allen alen al
    albert al bert bertie albie
    alberta bertie allie
    alexander alex al alec sandy xander zander lex alexandre alick
    alexandra alex sandra sandy lexi lexie alexa alix ali allie sasha
    alexandria alex lexi sandy drina
    alexis alex lexi lexie
    alfred al alf alfie fred freddie freddy
    alfreda freda alfie
    alice allie ally ali
    alicia ali licia allie lisha
    alison allison ali allie ally
    alonzo al lon lonnie
    alvin al vin vinnie
    amanda mandy manda
    amelia millie mel mely
    anastasia ana stacy stacey stasia tasia
    andrea andie andy drea rea
    andrew andy drew
    angela angie angel ange
    angelina angie lina angel
    ann anne anna annie nan
    anna annie ann anne nan
    annabel anabel annabelle annie bella belle
    annette annie nettie
    anthony antony tony ant anton
    antoinette toni tony nettie
    antonia toni tonya tony
    archibald archie
    arlene arline lena arly
    arnold arnie
    arthur art artie
    ashley ash lee
    audrey audie dee
    augusta gussie gus augie
    augustus august gus augustine austin augie
    barbara barb barbie babs bobbie barbra
    barnabas barney
    bartholomew bart bat
    basil baz
    beatrice bea trixie trix bee beatrix
    belinda bel lindy
    benedict ben bennie benny
    benjamin ben benny bennie benji benjy
    bernadette bernie detta
    bernard bernie barney bern berney
    bertha bertie bert birdie
    bethany beth
    betty betsy bette
    beverly beverley bev
    bradford brad
    bradley brad
    brandon bran brand
    brenda bren
    brendan bren
    brian bryan bri
    bridget bridgit biddy bridie brie
    brittany britney brit britt
    bruce brucie
    caleb cal
    calvin cal vin vinny
    cameron cam cammie
    camille cammie cami millie
    candace candice candy
    carl karl
    carol caroline carolyn carrie caro
    caroline carolyn carrie carol caro callie lina
    cassandra cassie cass sandy
    catherine katherine katharine kathryn catharine cathryn cathy kathy kate katie kat kit kitty kay kathie kit cath trina cate katy kitty katharina
    cecilia cecelia cissy cece
    charles charlie chuck chas chaz charley chip chick
    charlotte charlie lottie lotte char
    chelsea chels
    cheryl cher sherry
    chester chet
    christian chris christy kit
    christina christine kristina kristine chris christy chrissy tina crissy kris kristy kristi
    christine christina kristine chris christy chrissy tina
    christopher chris kit topher christoph kris
    cindy cynthia
    clarence clare clair
    claudia claudie
    clement clem
    clifford cliff ford
    clifton cliff
    clinton clint
    constance connie
    cordelia cordy delia
    cornelius neil con connie corny
    courtney court corky
    curtis curt kurt
    cynthia cindy cyndi cindi
    cyrus cy
    daniel dan danny dannie
    danielle dani danni
    daphne daph
    darlene darla lena
    david dave davey davy davie
    deborah debra debbie deb debby debora
    delilah lila dell
    delores dolores lola della dee dolly
    denise dee neecy
    dennis denis denny den
    derek derrick rick ricky
    diana diane dianne di didi
    dominic dominick dom nick nicky
    donald don donnie donny
    dorothy dorothea dot dottie dolly dorrie dotty thea
    douglas doug dougie
    duane dwayne
    earl earle
    edgar ed eddie ned
    edith edie edy
    edmund edmond ed eddie ned ted teddy
    edward ed eddie ned ted teddy eddy
    edwin ed eddie ned eddy
    edwina winnie edie
    eileen aileen
    elaine lainie ellie
    eleanor elinor eleanora ellie ella nell nellie nora lenora leonora elle
    elijah eli lige
    elisha lish eli
    elizabeth elisabeth liz beth betty lizzie eliza betsy bess bessie lisa libby elsie lizzy bette liza elise ellie lilibet bettie liddy betsey
    ella ellie
    ellen nell nellie ellie
    elvira elvie vira
    emeline emmeline em emmy millie
    emily em emmy emmie millie emilie
    emma em emmie emmy
    emmanuel manny immanuel manuel
    eric erik erick rick ricky
    erica erika ricky rikki
    ernest ernie
    esther essie hester
    eugene gene
    eunice nicie
    eva eve evie
    evelyn evie eve ev evelina
    ezekiel zeke ez
    ezra ez
    faith fay
    felicia fel felix
    felicity fliss flick
    ferdinand ferdie fred freddie
    florence flo flossie florrie flora
    frances fran francie frannie fanny frankie sis cissy
    francine fran francie franny
    francis frank fran frankie
    franklin frank frankie
    frederick fredrick frederic fred freddie freddy rick
    frederica freddie
    gabriel gabe gabby
    gabriella gabrielle gabriela gabby bree gabbie gabi brielle
    geoffrey jeffrey jeff geoff jeffery jeffry
    george georgie geordie
    georgia georgie
    georgina georgiana georgie gina
    gerald gerry jerry
    geraldine gerry gerri jerry dina
    gerard gerry jerry
    gertrude gertie trudy trudie gert
    gilbert gil bert
    gillian jill gill jillian
    ginger virginia
    gladys glad
    glenn glen
    gordon gordie gordy
    grace gracie
    gregory greg gregg
    griffin griff
    guinevere gwen
    gwendolyn gwen wendy gwendolen
    harold hal harry
    harriet hattie harriett hatty etta
    harrison harry
    harvey harv
    heather hetty
    helen helena nell nellie lena
    henrietta etta hettie hetty etty henny retta nettie
    henry hank hal harry
    herbert herb bert herbie
    herman hermie
    hillary hilary hilly
    howard howie ward
    hubert hugh bert hubie
    hugh hughie hugo
    ignatius iggy
    irene rena
    irving irv irvin
    isaac ike zac isaak
    isabel isabelle isabella isobel izzy bella belle bell ibby tibbie ella
    isidore izzy
    jackson jack jax
    jacob jake jay cobb
    jacqueline jaclyn jackie jacqui jacquelyn jacquelin
    james jim jimmy jamie jimmie jem jamey
    janet jan janie
    janice jan
    jane janie jan
    jasmine jas jazz
    jason jay jase
    jean jeannie jeanne jeanie
    jeanette jean nettie
    jedidiah jed
    jeffrey jeff geoff
    jennifer jen jenny jenn jennie
    jeremiah jerry jem jeremy
    jeremy jerry jem jez
    jerome jerry
    jessica jess jessie jessy
    jesse jess
    jill gill jilly
    joan joanie
    joanna joanne jo joann
    jocelyn joy joss
    jodie jody
    john jack johnny johnnie jon jock
    jonathan jonathon jon jonny johnny
    joseph joe joey jo jos
    josephine jo josie fina posy josey
    joshua josh
    joyce joy
    judith judy judie jude jody
    julia julie jules
    julian jules jule
    juliana ana
    juliet julie juliette
    julius jule jules
    june junie
    justin justus
    justine tina
    karen kari
    katelyn caitlin kaitlyn kate katie kay caitlyn kaitlin
    kathleen kathy kate katie kay cathleen kit kitty cathy
    kelly kel
    kendall ken
    kenneth ken kenny
    kevin kev
    kimberly kimberley kim kimmy
    kristen kristin kris kristy kirsten christen
    kristopher kris chris
    laurence lawrence larry lon laurie lonny lorne
    laura laurie lori lolly
    lauren laurie ren loren
    laverne verna
    leah lea
    leland lee
    leonard leo len lenny lennie
    leroy roy lee
    leslie lesley les
    lester les
    letitia lettie titia letty tish
    lewis louis lou louie lew
    lillian lilian lily lil lilly lillie
    lincoln linc
    linda lynda lindy lin lynn
    lindsay lindsey lin
    lorenzo larry loren
    loretta etta lorrie retta
    lorraine lorrie rainie lori
    louis lou louie lewis
    louise lou louisa lulu
    lucas luke
    lucille lucy lou cille
    lucinda lucy cindy
    lucy lucia lucie lu
    lydia liddy lyddie
    lyndon lyn
    mabel mae amabel
    mackenzie mac kenzie
    madeline madeleine madelyn maddie maddy madge
    magdalena maggie lena
    malcolm mal
    manuel manny
    marcella marcy marcie
    marcia marsha marcie
    marcus marc mark
    margaret margie maggie meg peg peggy marge daisy greta madge midge margo margot rita gretta marg meggie margery mamie mags
    margarita rita margie
    marian marianne marion
    marjorie margery margie marge
    martha marty mattie
    martin marty mart
    martina tina marty
    marvin marv
    mary mamie molly polly mimi moll mitzi
    mathilda matilda tilda tillie mattie maud tilly
    matthew matt mat matty mathew
    maureen mo mary maura
    maurice morris mo
    maxine max
    maximilian max
    maxwell max
    megan meg meghan meggie
    melanie mel
    melinda mel mindy lindy
    melissa mel lissa missy
    melvin mel
    mercedes mercy
    meredith merry
    michael mike mickey mick mikey micheal
    michelle shelly shelley mickey chelle michele
    mildred millie milly
    milton milt
    minerva minnie
    miranda randy mandy mira
    miriam mimi mitzi mim
    mitchell mitch
    monica mona monnie
    montgomery monty
    mortimer mort
    moses mose moe
    nancy nan nanny
    naomi omi
    natalie nat nattie natalia tallie nathalie
    natasha tasha nat
    nathan nate nat
    nathaniel nathan nate nat nathanael than
    neil neal niel
    nelson nels
    nicholas nick nicky nic nicolas cole nik nico
    nicole nicki nikki nicky cole nic nicola
    nora norah honora
    norman norm
    obadiah obie
    octavia tavia
    oliver ollie noll
    olivia liv livvy ollie livia
    oscar ozzie
    oswald ossie ozzy
    pamela pam pammy
    patience pat
    patricia pat patty patti trish tricia patsy trisha patsey
    patrick pat paddy
    paula polly lina
    pauline polly lina
    penelope penny
    percival percy
    peter pete
    philip phillip phil pip
    philippa pippa pip phil
    phyllis phyl
    priscilla cilla prissy
    prudence prue
    quentin quincy quin quinn
    rachel rachael rae ray shelly
    ramona mona
    randall randolph randy rand dolph
    raphael ralph rafe
    raymond ray
    rebecca rebekah becky becca beck reba
    regina reggie gina
    reginald reg reggie rex
    rhonda ronda
    richard rick rich dick ricky richie ritchie dickie rickie
    robert rob bob bobby robbie robby bert bobbie dob
    roberta bobbie bert robbie berta
    rodney rod
    roderick rod rick
    roger rodge
    roland rollo rolly orlando
    ronald ron ronnie ronny
    rosalind roz rosalyn ros
    rosalie rose
    rose rosie
    rosemary rose rosie romy
    roxanne roxane roxy rox
    rudolph rudolf rudy rolf dolph
    russell russ rusty
    ruth ruthie
    sabrina brina
    sally sal
    samantha sam sammy mandy
    samson sam
    samuel sam sammy
    sandra sandy
    sarah sara sally sadie
    savannah vannie
    scott scotty scottie
    sean shawn shaun
    sebastian seb bas bastian
    selina selena lena
    sharon sherry shari
    shelby shel
    sheldon shel shelly
    shirley shirl lee
    sidney sydney sid syd
    silas si
    simon si
    solomon sol solly
    sophia sophie sofia sofie
    stacy stacey eustace
    stanley stan
    stephanie steph stephie stefanie steffi
    stephen steven steve stevie steph stephan
    stewart stuart stu stew
    susan suzanne susanna susannah sue susie suzie suzy sukie susanne
    sylvester sly vester
    sylvia silvia
    sylvanus van
    tabitha tabby
    tamara tammy tam
    tanya tatiana
    teresa theresa terry tess tessa terri therese
    terence terrence terry
    thaddeus thad ted
    theodora dora theo
    theodore ted teddy theo theodor
    thomas tom tommy thom tomas
    tiffany tiff
    timothy tim timmy
    tobias toby
    tracy tracey
    valentina val
    valerie val
    vanessa nessa van nessie
    vernon vern
    veronica ronnie vonnie roni
    victor vic
    victoria vicky vicki tori vickie vic vikki tory toria
    vincent vince vin vinnie vinny
    viola vi
    violet vi
    virgil virge
    virginia ginny ginger virgie
    vivian vivien viv vivienne
    walter walt wally wat
    wesley wes
    wilbur will willie
    wilfred will fred wilf
    wilhelmina mina minnie billie willa willie
    william bill billy will willie liam willy wil billie
    wilson will
    winifred winnie wynne
    winston win
    woodrow woody
    yvonne vonnie
    zachary zachariah zach zack zechariah zac zak
    """
}
