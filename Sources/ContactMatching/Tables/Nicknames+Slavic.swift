extension Nicknames {
  /// Russian, in the spellings of passports and of people.
  static let russian = """
    aleksandr alexander alexandr aleksander sasha sanya shura alex sascha sania shurik sanyok
    aleksandra alexandra sasha shura sanya alex
    aleksei alexey aleksey alexei alyosha lyosha alesha lesha alex lyokha alexej
    alina alya
    anastasia anastasiya nastya nastia stasya asya nastenka anastasiia
    anatolii anatoly anatoliy tolya tolik anatolij
    andrei andrey andrew andryusha andrej
    anna anya ania nyura anyuta nyusha
    antonina tonya tonia
    anton tosha antosha
    arkadii arkady arkasha arkadiy
    artem artyom tyoma tema artiom
    boris borya boria
    valentin valya
    valentina valya valia
    valerii valery valera valeriy
    valeriia valeria lera valeriya
    vasilii vasily vasya vasiliy vasia
    vera verochka
    veronika nika vera
    viktor victor vitya vitia
    viktoriia viktoria vika victoria viktoriya
    vitalii vitaly vitalik vitaliy
    vladimir vova volodya vovka wladimir
    vladislav vlad slava vladik
    viacheslav vyacheslav slava slavik
    galina galya galia
    gennadii gennady gena genya gennadiy
    georgii georgy zhora gosha georgiy jora
    grigorii grigory grisha grigoriy
    daniil danila danya danil
    daria dasha daria darya dariya
    denis den deniska
    dmitrii dmitry dima mitya dmitriy dimitri dimka
    evgenii evgeny zhenya evgeniy yevgeny jenya eugene yevgeniy
    evgeniia evgenia zhenya yevgenia evgeniya
    egor yegor gosha zhora
    ekaterina katya yekaterina katia katyusha kate
    elena lena alyona yelena helena
    elizaveta liza lisa yelizaveta
    ivan vanya vania ivanushka
    ilia ilya ilyusha
    irina ira irisha
    kseniia ksenia ksyusha xenia kseniya
    konstantin kostya kostia
    larisa lara lora
    leonid lenya lyonya
    lev lyova leva
    lidiia lidia lida lidiya
    liudmila lyudmila lyuda luda mila ludmila
    liubov lyubov lyuba luba
    maksim maxim max maks
    margarita rita margo
    marina marisha
    mariia maria masha marusya mariya marija
    matvei matvey motya
    mikhail misha mihail michail mishka michael
    nadezhda nadya nadia
    natalia natalya natasha nata nataliya nataliia
    nikita nik
    nikolai nikolay kolya nicholas nikolaj
    oksana ksyusha
    oleg olezhka
    olga olya olia
    pavel pasha pavlik
    petr pyotr petya peter piotr
    polina polya
    roman roma romka
    raisa raya
    rostislav slava rostik
    ruslan rus
    svetlana sveta lana
    semen semyon syoma senya
    sergei sergey seryozha serezha serge sergej serega
    sofia sofiya sonya sonia sofya sophia
    stanislav stas slava
    stepan styopa stepa
    tamara toma
    tatiana tatyana tanya tania tatjana
    timofei timofey tima
    timur tima
    uliana ulyana ulya
    fedor fyodor fedya theodore feodor
    iurii yury yuri yura jurij iura yuriy
    iuliia yulia julia yulya yuliya julija
    iakov yakov yasha
    iana yana jana
    iaroslav yaroslav slava yarik
    """

  /// Polish.
  static let polish = """
    adam adas
    agata agatka
    agnieszka aga agusia
    aleksander olek alek alex
    aleksandra ola olka sandra
    alicja ala alka
    anna ania anka andzia anusia hania
    andrzej jedrek andrzejek
    antoni antek tolek
    bartlomiej bartek bart
    bartosz bartek
    barbara basia baska
    beata beatka
    bogdan bogus
    bogumil bogus
    boguslaw bogus
    boleslaw bolek
    bozena bozenka
    celina cela
    cezary czarek
    czeslaw czesiek
    damian damianek
    daniel danek
    danuta danka danusia
    dariusz darek
    dominik domino
    dominika domi
    dorota dorotka
    edward edek
    edyta edytka
    elzbieta ela elka bietka
    ewa ewka ewunia
    ewelina ewela
    feliks felek
    franciszek franek
    gabriela gabrysia gaba
    grazyna grazka
    grzegorz grzesiek grzes
    halina hala halinka
    hanna hania hanka
    helena hela lena
    henryk heniek
    irena irka
    iwona iwonka
    izabela iza
    jacek jacus
    jadwiga jadzia
    jakub kuba kubus
    jan janek jas jasiek
    janina janka
    janusz januszek
    jaroslaw jarek
    jerzy jurek jerzyk
    joanna asia aska joasia
    jolanta jola jolka
    jozef jozek
    jozefa jozia
    julia julka
    julian julek
    justyna justynka
    kacper kacperek
    kamil kamilek
    karol karolek
    karolina karola
    katarzyna kasia kaska
    kazimierz kazik kazio
    kinga kinia
    klaudia klaudka
    krystyna krysia kryska
    krzysztof krzysiek krzys krzychu
    leszek lech
    lucja lucia
    lukasz luki lukaszek
    maciej maciek
    magdalena magda madzia
    malgorzata gosia malgosia goska
    marcin marcinek
    maria marysia maryla marycha
    marta martusia
    mateusz mati
    michal misiek michalek
    mieczyslaw mietek
    miroslaw mirek
    miroslawa mirka
    monika monia
    natalia natalka
    patrycja pati
    pawel pawelek
    piotr piotrek piotrus
    przemyslaw przemek
    radoslaw radek
    rafal rafalek
    roman romek
    ryszard rysiek rysio
    sebastian seba
    slawomir slawek
    stanislaw stasiek stach staszek
    stanislawa stasia
    stefan stefek
    stefania stefa
    sylwia sylwka
    szymon szymek
    tadeusz tadek
    teresa tereska
    tomasz tomek
    urszula ula
    wanda wandzia
    waldemar waldek
    weronika wera
    wieslaw wiesiek
    wiktoria wika
    witold witek
    wladyslaw wladek
    wlodzimierz wlodek
    wojciech wojtek
    zbigniew zbyszek zbychu
    zdzislaw zdzisiek
    zofia zosia zoska
    zuzanna zuza zuzia
    zygmunt zyga
    """
}
