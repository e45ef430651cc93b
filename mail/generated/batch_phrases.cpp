#include "costruct/mail/generated/batch_phrases.hpp"

#include <map>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

namespace {

std::vector<std::string_view> split_phrases(std::string_view text, char sign) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(sign, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

struct NamedPhrases {
  std::string_view name, phrases;
};

// Elements are set apart by commas, or by semicolons where they have commas.
constexpr NamedPhrases kPhraseClasses[] = {
    // Advertising.
    {"hello",
     "Hello,;Hi,;Dear Sir or Madam,;Dear customer,;Good day,;Hello {NAME},;Dear {NAME},;Hi "
     "there,;Dear "
     "friend,;"
     "Greetings,;Hey {NAME},;Attention {NAME}:;Dear Mr/Mrs,;Dear valued member,;Good morning "
     "{NAME},"},
    {"bye",
     "Best regards,;Regards,;Sincerely,;Yours truly,;Thank you,;Kind regards,;With "
     "respect,;Cheers,;"
     "Yours sincerely,;Many thanks,;Warm wishes,;See you soon,"},
    {"rank",
     "Senior,Regional,Chief,Assistant,Junior,Deputy,Acting,Managing,Executive,Principal,Associate,"
     "Head"},
    {"duty",
     "Account Director,Accounts Manager,Sales Manager,Adviser,Consultant,Support Officer,Marketing "
     "Director,Loan Officer,Coordinator,Customer Agent,Clerk,Partner,Treasurer,Representative"},
    {"office",
     "North Office,East Office,West Office,South Office,Central Office,Head Office,Trades "
     "Department,"
     "Finance Department,Customer Care,Billing Desk,Export Department,Public Relations,Claims "
     "Division,Research Division"},
    {"we", "we,our company,our office,our team,our firm,our group,our department,our specialists"},
    {"our", "our,our own,the,this,your,the very"},
    {"can", "can,may,are able to,are entitled to,are allowed to,have the right to,are free to"},
    {"get",
     "get,obtain,receive,claim,have,pick up,secure,order,enjoy,collect,take home,win yourself,ask "
     "for"},
    {"now",
     "now,today,right away,this very week,without delay,before {DAY},at once,within the hour,while "
     "you still "
     "can,this month,in {NUM} minutes"},
    {"easy",
     "easy,simple,quick,painless,straightforward,effortless,plain sailing,a matter of minutes,as "
     "easy as "
     "counting to three,no trouble at all"},
    {"great",
     "great,fantastic,superb,outstanding,remarkable,amazing,unbeatable,first-rate,exceptional,"
     "splendid,"
     "impressive,marvellous,wonderful,excellent"},
    {"cheap",
     "cheap,affordable,low,reasonable,reduced,rock-bottom,wholesale,discounted,bargain,budget,"
     "attractive"},
    {"new", "new,fresh,recent,brand-new,latest,modern,up-to-date,current,just released"},
    {"safe",
     "safe,secure,protected,confidential,private,discreet,encrypted,guaranteed,insured,reliable,"
     "trusted"},
    {"save",
     "save,keep,put aside,spare yourself,cut your costs by,pocket,hold on to,free up,earn back,be "
     "better off "
     "by"},
    {"people",
     "people,customers,clients,households,members,families,readers,subscribers,buyers,users,"
     "visitors,shoppers,business owners,professionals,students,home owners"},
    {"many",
     "many,thousands of,countless,most,hundreds of,nearly all,over {NUM}00,more and more,plenty "
     "of"},
    {"look",
     "look at,see,visit,check,have a glance at,go to,click through to,browse,open,step into,take a "
     "look at,"
     "find out more on,read more on,learn more at"},
    {"site",
     "our website,our page,our online shop,the address below,this page,our catalogue,our secure "
     "site,the "
     "link "
     "below,our web store,the form on our website,our home page"},
    {"fill",
     "fill out,complete,submit,send in,sign,return,hand in,finish,enter your details into,type "
     "your name "
     "into"},
    {"form",
     "the form,our short form,the application,your contact information,the questionnaire,the order "
     "sheet,the "
     "request,the online form,the registration,the survey"},
    {"offer",
     "offer,deal,opportunity,proposal,programme,promotion,special,package,arrangement,bargain,"
     "campaign,sale"},
    {"quality",
     "quality,value,comfort,speed,convenience,peace of "
     "mind,choice,freedom,security,performance,savings,"
     "service,reliability,flexibility,elegance,precision,durability,style"},
    {"improve",
     "improve,boost,raise,double,increase,strengthen,refresh,transform,lift,sharpen,simplify,speed "
     "up,renew,"
     "revive,multiply,polish,upgrade"},
    {"life",
     "life,day,home,business,budget,evenings,career,desk,health,income,image,family,future,"
     "holidays,living "
     "room,mornings,garden,kitchen,company,plans,reputation,wardrobe"},
    {"discover",
     "discover,try,meet,choose,explore,welcome,compare,trust,test,rely on,switch to,ask "
     "about,join,keep,read "
     "about,take part in"},
    {"without",
     "without any hidden fees,with no obligation,at no extra cost,free of charge,no questions "
     "asked,without "
     "leaving your chair,with a full refund,risk free,with a written guarantee,without "
     "paperwork,in complete "
     "privacy,with free delivery"},
    {"because",
     "because you deserve it,as our records show,since demand is high,because stocks are "
     "limited,as you "
     "asked "
     "us to,for a limited time,as part of our anniversary,because prices rise on {DAY},as long as "
     "the season "
     "lasts,since you registered with us"},
    {"waiting",
     "waiting for you,reserved in your name,approved,ready,on hold,under review,about to "
     "expire,complete,"
     "prepared,in the final stage,almost gone,nearly sold out"},
    {"thing",
     "catalogue,brochure,account,service,selection,collection,guide,starter "
     "kit,membership,newsletter,"
     "system,tool,method,plan,manual,voucher,library,network,club,solution,machine,formula,course"},
    {"feature",
     "support around the clock,delivery in {NUM} days,a {PERCENT} discount,a free sample,{NUM} "
     "bonus items,a "
     "printed guide,a lifetime warranty,personal advice,an easy return policy,a gift card worth "
     "{MONEY},no "
     "monthly fees,worldwide shipping,instant access,a money-back guarantee"},
    // Letters between people.
    {"dear",
     "Hi {NAME},;Hello {NAME},;{NAME},;Dear {NAME},;Hi all,;Hello everyone,;Hey {NAME},;Good "
     "morning,;"
     "Morning {NAME},;Dear colleagues,;Hi again,;Hey,"},
    {"love",
     "Thanks,;Best,;Cheers,;Take care,;Talk soon,;Regards,;Yours,;See you,;All the best,;Bye for "
     "now,;"
     "Thanks again,;Love,;Have a good one,"},
    {"who",
     "{ANYNAME},{ANYNAME},{ANYNAME},{ANYNAME},my sister,our neighbour,the landlord,the new "
     "intern,legal,the "
     "client,my brother,the team in {PLACE},Dr {ANYSURNAME},Mrs {ANYSURNAME},Mr {ANYSURNAME},the "
     "committee,"
     "nobody,someone from {PLACE},the auditor,the contractor"},
    {"said",
     "said,thought,wrote,told "
     "me,suggested,mentioned,complained,agreed,noticed,hinted,insisted,heard,"
     "confirmed,believes,reckons,doubts,claims,reminded me"},
    {"did",
     "finished,moved,lost,found,reviewed,cancelled,postponed,rewrote,signed,forgot,repaired,"
     "painted,sent,"
     "printed,measured,booked,ordered,returned,sold,updated,checked,borrowed,scanned,cleaned,"
     "approved,"
     "rejected,translated,copied,archived,tested,counted,wrapped,delivered,photographed,sketched,"
     "unpacked"},
    {"do",
     "finish,move,look over,review,cancel,postpone,rewrite,sign,pick "
     "up,repair,paint,send,print,measure,book,"
     "order,return,sell,update,check,borrow,scan,clean,approve,drop,translate,copy,archive,test,"
     "count,wrap,"
     "deliver,discuss,sketch,unpack,explain,share,compare,bring,replace,label"},
    {"old",
     "old,blue,missing,long,tiny,heavy,quarterly,broken,wooden,second,final,first,annual,green,"
     "strange,"
     "expensive,spare,late,early,draft,revised,empty,noisy,leaky,unsigned,yellow,famous,dusty,"
     "urgent,public,"
     "local,unfinished,original,narrow,rusty,crowded,quiet,boring,lovely,awkward,complicated,"
     "outdated,"
     "enormous,borrowed,secret,wet,frozen,northern,electric,temporary"},
    {"noun",
     "report,budget,contract,kitchen,bicycle,invoice,garden,printer,script,photograph,chapter,"
     "meeting,"
     "roof,bookshelf,ticket,passport,guitar,schedule,slide deck,proposal,curtain,piano,sofa,lawn "
     "mower,"
     "database,server,recipe,cake,tent,map,canoe,dog,cat,car,engine,fence,ladder,manuscript,survey,"
     "spreadsheet,backup,password list,keyboard,monitor,cable,lamp,parcel,letter,postcard,calendar,"
     "agenda,minutes,memo,footnote,diagram,sample,prototype,model,shipment,pump,valve,turbine,"
     "pipeline,"
     "forecast,meter,gearbox,battery,sensor,antenna,telescope,microscope,thermometer,kettle,"
     "toaster,"
     "freezer,stove,mattress,carpet,mirror,wardrobe,suitcase,umbrella,raincoat,boots,helmet,saddle,"
     "violin,"
     "choir,concert,exhibition,lecture,seminar,exam,thesis,essay,poem,novel,library "
     "card,museum,theatre,"
     "bakery,bridge,harbour,ferry,train,platform,bus "
     "stop,crossing,tunnel,lighthouse,campsite,trail,ridge,"
     "orchard,greenhouse,compost,tomato,pumpkin,apple tree,hedge,barn,tractor,fishing rod,aquarium,"
     "chessboard,puzzle,quiz,team "
     "sheet,scoreboard,stadium,tournament,coach,referee,whistle,jersey,racket,"
     "treadmill,vaccine,dentist,prescription,X-ray,insurance card,tax form,receipt,mortgage "
     "letter,lease,"
     "deposit,rent,boiler,radiator,chimney,window,doorbell,lock,key,attic,cellar,staircase,balcony,"
     "compiler,patch,mailing list,parser,test "
     "suite,kernel,driver,router,firewall,release,bug,repository,"
     "wiki,backlog,ticket "
     "queue,demo,poster,leaflet,logo,brochure,newsletter,blog,podcast,interview,"
     "transcript,recording,microphone,speaker,tripod,lens,album,frame,canvas,brush,clay,loom,"
     "needle,quilt,"
     "wedding,birthday,anniversary,funeral,christening,picnic,barbecue,reunion,parade,fair,raffle,"
     "auction"},
    {"when",
     "yesterday,last {DAY},this morning,on {DAY},over lunch,two weeks ago,at the {noun},after the "
     "{noun},"
     "during the holidays,the other day,before the {noun},in {PLACE},on the phone,at {NUM} "
     "o'clock,late last "
     "night,in the car,while you were away,back in {PLACE},the week before last"},
    {"soon",
     "by {DAY},next week,tomorrow,before the {noun},when you are back,after the {noun},some "
     "time,on {DAY},"
     "in the evening,as soon as the {noun} is done,at the weekend,once {who} is here,before we "
     "leave for "
     "{PLACE},in {NUM} days,over the summer"},
    {"feel", "was,looked,seemed,turned out to be,felt,became,sounded,remained,ended up,proved"},
    {"how",
     "fine,a little {old},worse than last year,better than the {noun},a disaster,{old} but "
     "cheap,harder than "
     "I thought,just what {who} wanted,too {old} for the {noun},really funny,a bit of a "
     "mess,surprisingly "
     "good,about {NUM} times the size,out of order,a {old} sort of {noun}"},
    {"maybe",
     "maybe,perhaps,I guess,probably,of course,as usual,to be honest,by the way,in any case,"
     "luckily,sadly,in the end,oddly enough,at least,if all goes well,so far"},
    // Filler.
    {"day", "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday"},
    {"place",
     "Lisbon,Denver,Oslo,Graz,Leeds,Toronto,Perth,Kyoto,Cork,Austin,Ghent,Turin,Malmo,Bristol,"
     "Nairobi,"
     "Quito,Porto,Basel,Tampa,Omaha,Lyon,Bergen,Split,Dresden,Halifax,Madras,Lima,Seville,Zagreb,"
     "Boise,"
     "Utrecht,Reno,Galway,Tallinn,Cadiz,Izmir,Cairns,Hobart,Fargo,Tromso"},
    {"common",
     "able,above,across,again,air,almost,alone,along,among,angle,answer,area,arm,army,art,ask,away,"
     "bank,base,bear,beat,bed,begin,behind,bell,bird,black,board,boat,body,bone,book,born,bottom,"
     "box,"
     "branch,bread,break,bright,bring,broad,brother,brown,build,burn,camp,capital,captain,carry,"
     "case,cause,"
     "cell,center,century,chance,chart,chief,child,choose,circle,city,claim,class,clear,climb,"
     "clock,"
     "cloud,coast,coat,cold,colony,column,common,cook,cool,copy,corn,corner,cotton,country,course,"
     "cover,"
     "cow,crop,cross,crowd,current,dance,danger,dark,deal,decide,deep,degree,depend,desert,design,"
     "differ,"
     "distant,divide,doctor,dollar,double,dream,dress,drink,drop,dry,during,eager,earth,east,edge,"
     "effect,"
     "egg,eight,element,energy,enter,equal,event,exact,except,excite,expect,experience,eye,fact,"
     "famous,farm,"
     "father,favour,feed,fence,field,figure,fill,finger,flat,floor,flow,flower,follow,forest,"
     "forward,"
     "fraction,fruit,gas,gather,gentle,glad,glass,gold,govern,grand,grass,gray,ground,grow,guess,"
     "gun,hair,"
     "half,hat,heat,heavy,hill,history,hole,horse,human,hunt,hurry,ice,inch,include,insect,iron,"
     "island,"
     "jump,king,lake,language,laugh,law,lead,leg,length,level,lift,liquid,locate,log,lone,loud,"
     "machine,"
     "magnet,main,major,market,master,material,matter,meat,melody,metal,middle,milk,million,mine,"
     "minute,"
     "modern,molecule,moment,month,moon,mother,motion,mountain,mouth,multiply,music,nation,nature,"
     "neck,"
     "neighbor,noise,noon,north,nose,notice,object,observe,ocean,office,oil,open,opposite,order,"
     "oxygen,paint,pair,paragraph,parent,particular,party,pattern,period,phrase,pitch,planet,plant,"
     "plural,"
     "poem,port,position,post,pound,power,prepare,press,print,process,produce,property,protect,"
     "provide,"
     "quart,quiet,quotient,radio,rail,rain,range,reach,record,region,repeat,reply,rhythm,ring,rise,"
     "river,"
     "road,rock,roll,root,rope,rose,rule,sail,salt,sand,school,science,season,seat,second,seed,"
     "segment,"
     "select,settle,shape,sharp,shell,shine,ship,shoe,shore,shoulder,sign,silent,silver,similar,"
     "sister,skill,"
     "skin,sleep,slip,smell,smile,snow,soft,soil,soldier,solution,south,speech,spell,spot,spring,"
     "square,"
     "stead,steam,steel,stone,store,stream,string,substance,sugar,suit,summer,supply,surface,"
     "surprise,"
     "symbol,table,tail,teeth,term,thick,thin,thousand,throw,tire,tone,tool,total,trade,train,tree,"
     "triangle,"
     "trip,trouble,truck,tube,twenty,unit,valley,value,vary,village,visit,voice,vowel,wagon,wall,"
     "war,warm,"
     "wash,water,wave,wear,weather,weight,west,wheel,white,wide,wife,wild,wind,wing,winter,wire,"
     "wood,yard"},
    {"firstname",
     "Terry,Brenda,Alan,Maria,Otis,Linda,Greta,Paul,Nadia,Victor,Ruth,Simon,Clara,Hugo,Ines,Peter,"
     "Joan,"
     "Walter,Elsa,Frank,Rosa,Martin,Tina,Oscar,Helen,Bruno,Paula,Edgar,Irene,Leon,Dora,Felix,Anita,"
     "Karl,"
     "Sofia,Roger,Mabel,Ivan,Wendy,Ralph,Lucy,Stefan,Agnes,Dennis,Vera,Marcus,Olga,Harold,Sheila,"
     "Nils,"
     "Yvonne,Carlos,Petra,Glenn,Amelia,Boris,Celia,Darius,Edith,Fergus,Gwen,Hector,Isla,Jerome,"
     "Kira,"
     "Lionel,Mona,Norbert,Opal,Percy,Quentin,Rita,Silas,Thea,Ulrich,Viola,Wayne,Xenia,Yusuf,Zelda"},
    {"mailer",
     "Microsoft Outlook Express 6.00.2900.2180,Microsoft Office Outlook Build 11.0.5510,The Bat! "
     "(v2.00.4),"
     "SquirrelMail/1.4.3a,Mozilla Thunderbird 1.0.2,QUALCOMM Windows Eudora Version 6.2,Lotus "
     "Notes Release "
     "6.5.1,Internet Mail Service (5.5.2653.19),KMail/1.7.1,Apple Mail "
     "(2.622),Mutt/1.4.2i,PHP/4.3.11,"
     "Microsoft Outlook CWS Build 9.0.6604,AOL 9.0 for Windows US sub 1005,Opera M2/7.54"},
    {"domain", "com,net,org,biz,info,co.uk,de,us,com.br,ru"},
    {"relay",
     "mail,web,post,fastmail,inbox,online,home,office,express,letter,box,world,star,city,link,"
     "point"},
};

const MailTopic kAdvertising[] = {
    {"loans",
     {"Your [loan|mortgage] [application|request] is {waiting}", "Rates as low as {PERCENT}",
      "{MONEY} [approved|confirmed] for {NAME}", "[Refinance|Pay less for your home] {now}",
      "Re: your [home loan|credit line]"},
     {"This is {FROM}.",
      "We are [accepting|processing|reviewing] your [mortgage|loan|credit] application.",
      "{we} [confirms|confirm] you {can} {get} a {MONEY} loan for a {MONEY} per month payment.",
      "The approval process [takes|will take] {NUM} [minutes|minute].",
      "Bad credit [is no problem|does not matter|will not be held against you].",
      "[Interest|Mortgage] rates have [fallen|dropped] to {PERCENT}, the lowest in {NUM} years.",
      "You have been [chosen|preselected] by {NUM} [lenders|banks] who compete for your business.",
      "There is no [credit check|property appraisal|upfront fee], and you {can} keep your present "
      "bank.",
      "Use the [money|cash] to [repair the roof|pay the bills|send the children to college|buy a "
      "second "
      "home]."}},
    {"software",
     {"[Original|OEM|Download] software at {cheap} prices",
      "{PRODUCT} Professional for [only|just] {MONEY}", "Why pay [full price|more] for {PRODUCT}?",
      "[Software|Programs] [sale|clearance] until {DAY}"},
     {"{PRODUCT} Professional costs {MONEY} in the shops, [with us|here] it is only {MONEY}.",
      "All [programs|titles|packages] are [full|complete] versions, with serial number {CODE}.",
      "[Download|Install] them {now}, [updates|manuals] included.",
      "We have [office suites|graphics programs|operating systems|video editors|virus scanners] in "
      "{NUM} "
      "languages.",
      "[No box|No printed manual], [that is why|therefore] the price is so {cheap}.",
      "[Every|Each] order over {MONEY} comes with {PRODUCT} Studio as a [gift|bonus].",
      "{many} {people} [have bought|downloaded] from us since {DAY}.",
      "Your copy can be [registered|activated] with the maker like any other one."}},
    {"watches",
     {"A [watch|timepiece] like no other", "[Swiss|Luxury] watches from {MONEY}",
      "{PRODUCT} [replica|copies] - {great} {quality}", "What time is it, {NAME}?"},
     {"Our [watches|timepieces|chronographs] look [exactly|just] like the [originals|famous "
      "brands].",
      "[Steel|Gold|Titanium] cases, [sapphire|mineral] glass and [automatic|quartz] movements for "
      "{MONEY}.",
      "[Nobody|Not even a jeweller] will [notice|see] the difference.",
      "Choose from over {NUM} [models|designs] of {PRODUCT}, {PRODUCT} Royal and {PRODUCT} Marine.",
      "A {great} watch [tells|shows] the world who you are.",
      "[Ladies'|Men's] models ship {now} in a [gift box|velvet pouch].",
      "The second one costs only {MONEY}, a [lovely|perfect] present for {people}.",
      "Every piece [weighs|feels|ticks] like the real thing and is [water resistant|hand "
      "assembled]."}},
    {"pills",
     {"[Lose|Drop] {NUM} pounds {now}", "Your [refill|order] is {waiting}",
      "{PRODUCT}: [doctors|nurses] agree", "[Online|Canadian] [pharmacy|drugstore], {PERCENT} off"},
     {"[Lose|Shed] up to {NUM} pounds a [week|month] with {PRODUCT}.",
      "{PRODUCT} is made from [herbs|roots|seaweed|green tea|rare orchids] and has no side "
      "effects.",
      "[No prescription|No doctor's visit] is needed, [pills|tablets] arrive in a plain "
      "[parcel|envelope].",
      "A [bottle|pack] of {NUM} [capsules|tablets] now costs {MONEY} instead of {MONEY}.",
      "[Sleep|Eat|Live] as you like, and [watch|see] the fat melt away.",
      "[Studies|Clinical tests] in {PLACE} showed [less appetite|deeper sleep|more energy] after "
      "{NUM} days.",
      "{many} {people} have [written|called] to thank us for {PRODUCT}.",
      "Our licensed [pharmacists|physicians] [answer|check] every order by hand."}},
    {"shares",
     {"[Stock|Share] to watch: {CODE}", "{CODE} [ready to explode|set to rise]",
      "[Breaking|Market] news for {DAY}", "Our last pick [gained|made] {PERCENT}"},
     {"{COMPANY} (symbol {CODE}) [announced|reported] [record sales|a new contract|a gold find|a "
      "merger].",
      "[Current|Last] price: {MONEY}, [target|expected] in {NUM} days: {MONEY}.",
      "Our last [pick|tip] went up {PERCENT} in a [week|day], so put {CODE} on your [radar|list].",
      "[Trading|Volume] [was|has been] up all week, and the [big|first] news comes on {DAY}.",
      "{COMPANY} holds [patents|licences|drilling rights] in {PLACE} worth {MONEY}.",
      "[Insiders|Analysts|Brokers] [buy|are buying] before the {DAY} announcement.",
      "[Get in|Buy] early and [watch|let] it climb.",
      "[This report|This letter] contains forward looking statements and is paid for by a third "
      "party."}},
    {"degrees",
     {"[Your diploma|A degree] in {NUM} days", "[Bachelor|Master|Doctor] [degree|title] for {NAME}",
      "No [exams|classes|books] needed"},
     {"[Earn|Receive] a [university|college] degree based on your [life experience|present "
      "knowledge].",
      "[Bachelor|Master|MBA|Doctorate] titles are [available|open] in the field of your choice.",
      "No [tests|classes|interviews|textbooks] are required, and [no one|nobody] is turned down.",
      "A [framed|sealed] diploma and {NUM} transcripts will be [mailed|sent] to you by {DAY}.",
      "[Call|Phone] {NUM}-{NUM}-{NUM} [day|night] and [day|night], Sundays included.",
      "[Employers|Firms] pay up to {PERCENT} more to [graduates|people with a title].",
      "The [prestigious|private] University of {COMPANY} has [graduated|accepted] {people} since "
      "long ago.",
      "All [records|verification calls] are [handled|answered] by our registrar in {PLACE}."}},
    {"lottery",
     {"[Winning|Final] notification {CODE}", "You have [won|been awarded] {MONEY}",
      "[Congratulations|Good news] {NAME}"},
     {"Your [email address|name] was [drawn|selected] in the {COMPANY} [sweepstake|lottery] held "
      "in {PLACE}.",
      "Ticket number {CODE} with serial number {CODE} [won|drew] the [second|third|grand] prize of "
      "{MONEY}.",
      "The [draw|selection] was made by computer from {NUM}000 addresses of [all continents|five "
      "countries].",
      "To [claim|release] your prize, [contact|write to] our [fiduciary|paying] agent {FROM} in "
      "{PLACE}.",
      "[Keep|Hold] this award from public notice until your claim has been [settled|processed].",
      "All [winnings|prizes] must be claimed before {DAY} or they will be [returned|forfeited].",
      "Please [quote|give] your [reference|batch] number {CODE} in every letter.",
      "Send us your full name, [occupation|age], [telephone|bank] and a copy of your "
      "[passport|licence]."}},
    {"inheritance",
     {"[Confidential|Urgent] [business|proposal]", "From the [desk|office] of {FROM}",
      "[Assistance|Partner] needed"},
     {"I am {FROM}, [auditor|attorney|widow|manager] of the late [engineer|minister|trader] "
      "{ANYSURNAME}.",
      "He died in [an accident|a plane crash|a fire] near {PLACE} and left {MONEY} in our "
      "[bank|vault].",
      "[No relative|No heir] has [come forward|claimed the deposit] in {NUM} years.",
      "I [seek|need] a trustworthy [foreigner|partner] to [present|stand] as the next of kin.",
      "You will [keep|receive] {PERCENT} of the sum for your [help|assistance], {PERCENT} covers "
      "expenses.",
      "This [transaction|business] is [legal|without risk] and must be kept [secret|strictly "
      "confidential].",
      "I [found|obtained] your contact in the [chamber of commerce|directory] of {PLACE}.",
      "[Reply|Answer] with your [private telephone|account details] so that the "
      "[transfer|paperwork] can "
      "begin."}},
    {"dating",
     {"[Someone|{FROM}] [likes|noticed] you", "[Hi|Hello] from {PLACE}",
      "{NUM} [singles|profiles] near you", "[Lonely|Bored] on {DAY}?"},
     {"My name is {FROM} and I am {NUM} years [old|young].",
      "I [saw|found] your profile [last night|{now}].",
      "I like [dancing|the sea|cooking|long walks|horses|old films] and [honest|funny|kind] "
      "people.",
      "I am [moving|travelling] to {PLACE} [soon|in {NUM} weeks] and know nobody there.",
      "[Singles|Ladies|Gentlemen] in your [town|area] are [online|waiting] {now}.",
      "[Joining|Membership] is free, and [profiles|pictures] are checked by {people}.",
      "[Write|Answer] me and I will send you [a photo|more pictures|my number].",
      "You seem [nice|different|interesting], and I [never|seldom] write first."}},
    {"jobs",
     {"[Job|Position] [offer|opening]: {rank} [clerk|agent]", "[Work|Earn money] from home, {NAME}",
      "{MONEY} a [week|month] for {NUM} hours"},
     {"{COMPANY} [is looking for|hires|seeks] [payment agents|office helpers|couriers] in your "
      "[area|country].",
      "You [work|are needed] {NUM} hours a [day|week] and earn {MONEY} plus {PERCENT} of every "
      "[order|payment].",
      "[Experience|A diploma] is not required, [training|equipment] is [free|paid by us].",
      "Your [task|duty] is to [receive|forward] [transfers|parcels] from our {people} in {PLACE}.",
      "You need [a bank account|a telephone|a computer] and be [over {NUM}|of legal age].",
      "[Send|Mail] your [resume|short letter] with the code {CODE} to our [personnel|hiring] "
      "office.",
      "We [pay|settle] every {DAY} by [cheque|wire], [never|not once] late since we began.",
      "[Places|Positions] are limited to {NUM} per [city|county]."}},
    {"accounts",
     {"[Account|Security] [notice|alert] {CODE}", "[Verify|Confirm] your account",
      "{COMPANY} [Bank|Online]: [action|update] required"},
     {"{COMPANY} [Bank|Online] has [noticed|detected] {NUM} [failed|unusual] [logins|payments] "
      "from {PLACE}.",
      "Your [account|access] has been [limited|suspended] to [protect|safeguard] you.",
      "To [restore|unlock] it, [confirm|update] your [details|password] on our {safe} server.",
      "If this is not [done|completed] within {NUM} hours, the account will be [closed|deleted].",
      "Case number {CODE} was [opened|assigned] on {DAY}.",
      "This [step|measure] is part of our [regular|yearly] maintenance for all {people}.",
      "Please do not [reply|answer] to this message, as it was sent by a machine.",
      "[Never|Do not] share your [password|code] with [anyone|strangers]."}},
    {"travel",
     {"[Flights|Hotels] to {PLACE} from {MONEY}", "{NUM} nights in {PLACE}",
      "[Pack|Get] your bags, {NAME}"},
     {"[Fly|Sail] to {PLACE} and stay {NUM} nights in a [four|five] star [hotel|resort] for "
      "{MONEY}.",
      "[Breakfast|Golf|Diving|A rented car] is [included|free].",
      "[Children|Pensioners] [travel|stay] for half the price until {DAY}.",
      "You have been [drawn|picked] for a [cruise|holiday] for two worth {MONEY}.",
      "[White beaches|Snowy peaks|Old castles|Vineyards] and [blue|quiet] [bays|villages] await "
      "you.",
      "[Book|Reserve] before {DAY} with code {CODE} and {save} {PERCENT}.",
      "Our [guides|hosts] in {PLACE} speak {NUM} languages.",
      "[Only|Just] {NUM} [cabins|rooms] are left on this [date|boat]."}},
    {"casino",
     {"{MONEY} [free|bonus] for your first [bet|game]", "[Play|Win] {now} at {COMPANY}",
      "[Jackpot|Prize] of {MONEY}"},
     {"Welcome to {COMPANY} [Casino|Club], where the [tables|wheels] never [stop|close].",
      "We [match|double] your first deposit up to {MONEY}, no [code|deposit] needed.",
      "[Poker|Roulette|Blackjack|Bingo|Slots|Baccarat] and {NUM} other games [run|start] in your "
      "browser.",
      "[Last week|On {DAY}] {ANYNAME} from {PLACE} [won|took home] {MONEY}.",
      "[Payouts|Winnings] are [wired|paid] within {NUM} hours.",
      "Our [odds|payout rate] of {PERCENT} [beat|leave behind] every other [house|club].",
      "[Practise|Play] for free as long as you [like|want].",
      "Enter [coupon|voucher] {CODE} at the [cashier|desk]."}},
    {"ink",
     {"[Printer|Toner] [supplies|cartridges] at {PERCENT} off", "[Ink|Toner] for less",
      "Is your printer {waiting}?"},
     {"[Ink|Toner|Paper] for every [printer|copier|fax] at {cheap} prices.",
      "A [black|colour] cartridge for {MONEY}, a set of {NUM} for {MONEY}.",
      "[Compatible|Recycled|Original] cartridges that [print|last] {NUM}00 pages.",
      "We [stock|carry] [all|{NUM}] [makes|brands], shipped the same day from {PLACE}.",
      "[Schools|Churches|Offices] {save} another {PERCENT} with code {CODE}.",
      "If a cartridge [leaks|dries out], we [replace|refund] it.",
      "[Order|Buy] three and [get|receive] the fourth free."}},
    {"design",
     {"Your [logo|website] by {DAY}", "[Web|Graphic] design for {COMPANY}",
      "[First|Top] in the search engines"},
     {"A {great} [logo|website|letterhead] [makes|helps] {people} remember your company.",
      "Our [designers|artists] send you {NUM} [drafts|concepts] within {NUM} days.",
      "[Changes|Revisions] are free until you [like|love] what you see.",
      "[Hosting|A domain|A shopping cart] costs {MONEY} a [month|year].",
      "We [submit|list] your page in {NUM}00 search engines and [directories|catalogues].",
      "[See|Judge] our [portfolio|samples] and the [letters|praise] of {people} in {PLACE}.",
      "[Animation|Photography|Print work] can be [added|ordered] for {MONEY}.",
      "[Ask|Write] for a [quote|draft] {now}, {without}."}},
    {"debts",
     {"[Debt|Bills] [worries|trouble]?", "[Cut|Halve] your [payments|debts] {now}",
      "Case {CODE}: [settlement|final offer]"},
     {"[Stop|End] the [calls|letters] of [creditors|collectors] {now}.",
      "We [combine|merge] your [bills|cards] into one [monthly|small] payment of {MONEY}.",
      "[Legal|Proven] [steps|methods] [cancel|erase] up to {PERCENT} of what you owe.",
      "You [never|need not] [borrow|speak with a bank] again.",
      "Our [attorneys|counsellors] have [settled|closed] {NUM}00 cases in {PLACE}.",
      "[Credit|Bankruptcy] records are [cleaned|corrected] within {NUM} weeks.",
      "The first [talk|meeting] is free, and [no|not one] question is too small."}},
    {"television",
     {"[Free|All] channels {now}", "[Cable|Satellite] [box|decoder] for {MONEY}"},
     {"[Watch|Record] {NUM}00 channels with the {PRODUCT} [decoder|receiver].",
      "[Sports|Films|Concerts] that others pay {MONEY} for are [free|yours].",
      "The [filter|box] [connects|plugs] to any [set|screen] in {NUM} minutes.",
      "[Installation|A second room] is included until {DAY}.",
      "It is [legal|allowed] in all but {NUM} states.",
      "[Works|Runs] on every [cable|dish] system in {PLACE}, {without}.",
      "[Order|Reserve] the {PRODUCT} {now} with code {CODE}."}},
    {"cards",
     {"[You have|Somebody sent you] a [card|greeting]", "[Delivery|Document] {CODE} failed",
      "Your [invoice|statement] {CODE}"},
     {"[A friend|{ANYNAME}] has sent you a [greeting|musical] card from {COMPANY}.",
      "The [card|message] [will be|stays] on our server for {NUM} days.",
      "Open the attached file [{CODE}.zip|{CODE}.scr|document {CODE}] to [read|see] it.",
      "The [original|encrypted] message could not be [shown|delivered] as plain text.",
      "Your [parcel|invoice] {CODE} of {MONEY} is [attached|enclosed].",
      "[Use|Type] the password {CODE} when you are asked.",
      "The attachment was [scanned|checked] by {PRODUCT} Antivirus, and nothing was found."}},
};

const MailTopic kPersonal[] = {
    {"work",
     {"{old} {noun}", "Re: {noun} for {DAY}", "{noun} and {noun}", "FW: the {old} {noun}",
      "Minutes of {DAY}", "Question on the {noun}", "RE: {who} and the {noun}"},
     {"I have {did} the {old} {noun} and put the {noun} on your desk.",
      "{who} {said} that the {noun} [needs|wants|lacks] a {old} {noun} {soon}.",
      "Could you {do} the {noun} {soon}, or should {who} {do} the {old} one?",
      "The {noun} from {PLACE} {feel} {how}, so we {did} it {when}.",
      "Please {do} section {NUM} of the {noun} and {do} the {noun} with {who}.",
      "{maybe} the {old} figures of {MONEY} are {how}.",
      "We should {do} the {noun} before the {noun} is {did}, {maybe}.",
      "{who} will {do} the {old} {noun} {soon}, and I {do} the rest {soon}.",
      "Attached is the {old} {noun} that {who} {did} {when}."}},
    {"home",
     {"{noun}?", "{DAY} evening", "the {old} {noun}", "Re: dinner on {DAY}", "news from {PLACE}",
      "our {noun} and the {noun}"},
     {"We {did} the {old} {noun} {when} and the {noun} {feel} {how}.",
      "{who} {said} the {noun} in {PLACE} {feel} {how}.",
      "The children {did} the {noun} {when}, {maybe} the {old} one.",
      "Do you still have the {old} {noun} that {who} {did} {when}?",
      "{maybe} you could {do} the {noun} {soon}, I would {do} the {old} {noun}.",
      "I [dreamt|read|heard|learned] about a {old} {noun} {when}, it {feel} {how}.",
      "{who} [is visiting|has left for|comes back from|still lives in] {PLACE} {soon} with a {old} "
      "{noun}.",
      "[It rained|The sun shone|It was windy|We were ill] {when} and the {noun} {feel} {how}.",
      "Do not {do} the {noun}, {who} {said} it {feel} {how} {when}."}},
    {"clubs",
     {"{PLACE} on {DAY}", "[Club|Team] {noun}", "Call for {noun}", "Re: [Next|Last] {noun}",
      "{noun} number {NUM}"},
     {"The {noun} will be {soon} in {PLACE}, {who} can {do} the {old} {noun}.",
      "{NUM} of us {did} the {noun} {when}, and {who} {did} the {noun} alone.",
      "[Entry|Membership|The ride|The room] costs {MONEY}, {maybe} less with a {old} {noun}.",
      "[Please bring|Do not forget|We still need|Who has] a {old} {noun} and a {noun}?",
      "{who} {said} that the {old} {noun} {feel} {how} {when}.",
      "[Thanks to|A word on|Photos of|Results of] the {noun}: {who} {did} it {when}, and it {feel} "
      "{how}.",
      "The [vote|rehearsal|match|walk] of {DAY} is moved to {PLACE} {soon}, as the {noun} {feel} "
      "{how}."}},
    {"computers",
     {"[{ANY}] {noun} and {noun}", "Re: [{ANY}] {old} {noun}", "{noun} fails on {ANY}",
      "{ANY} {NUM}.{NUM}"},
     {"I get error {CODE} when I {do} the {noun} with {ANY} {NUM}.{NUM}.",
      "The {ANY} {noun} {feel} {how} after {who} {did} the {old} {noun}.",
      "Has anybody {did} a {old} {noun} under {ANY} {when}?",
      "Try to {do} {ANY} before the {noun}, then {do} the {old} {ANY}.",
      "{ANY} {NUM}.{NUM} {did} the {noun} {how}, while {ANY} did not.",
      "In file {ANY}, line {NUM}, the {old} {noun} {feel} {how}.",
      "{who} {said} {when} that {ANY} will {do} the {old} {noun} {soon}."}},
};

const std::vector<std::string_view>& class_of_syllables(int place) {
  static const std::vector<std::string_view> kStarts = split_phrases(
      "ba,be,bra,ca,cla,co,da,de,dra,e,fa,fi,fla,ga,glo,gra,ha,he,i,ja,ka,ki,kla,la,le,li,ma,me,mi,"
      "mo,na,ne,"
      "no,o,"
      "pa,pe,pla,pri,qua,ra,re,ro,sa,se,ski,so,sta,ta,te,tra,tu,u,va,ve,vi,wa,wi,xe,ya,za",
      ',');
  static const std::vector<std::string_view> kMiddles = split_phrases(
      "bo,ci,da,do,fe,ga,gi,ke,la,li,lo,lu,ma,mi,mo,na,ni,no,pa,ri,ro,sa,si,ta,ti,to,ve,vo,xa,zi",
      ',');
  static const std::vector<std::string_view> kEnds = split_phrases(
      "bert,ble,cor,dal,den,dor,fen,gan,gon,ham,ket,lan,ley,lin,low,man,mar,mer,mont,nat,nel,ner,"
      "nix,pal,"
      "phor,ran,rex,rian,ris,sen,ser,sky,son,stan,ster,tan,tek,ten,ter,tin,ton,tor,van,ver,vex,"
      "well,wick,"
      "win,xon,yard",
      ',');
  return place == 0 ? kStarts : place == 1 ? kMiddles : kEnds;
}

std::string_view any_phrase(const std::vector<std::string_view>& phrases, RandomStream& random) {
  return phrases[random.below(static_cast<Index>(phrases.size()))];
}

std::map<std::string_view, std::vector<std::string_view>> split_classes() {
  std::map<std::string_view, std::vector<std::string_view>> classes;
  for (const NamedPhrases& c : kPhraseClasses) {
    classes[c.name] =
        split_phrases(c.phrases, c.phrases.find(';') == std::string_view::npos ? ',' : ';');
  }
  return classes;
}

}  // namespace

const std::vector<MailTopic>& advertising_topics() {
  static const std::vector<MailTopic> kTopics(std::begin(kAdvertising), std::end(kAdvertising));
  return kTopics;
}

const std::vector<MailTopic>& personal_topics() {
  static const std::vector<MailTopic> kTopics(std::begin(kPersonal), std::end(kPersonal));
  return kTopics;
}

const std::vector<std::string_view>& phrase_class(std::string_view name) {
  static const std::map<std::string_view, std::vector<std::string_view>> kClasses = split_classes();
  const auto found = kClasses.find(name);
  COSTRUCT_ASSERT(found != kClasses.end(), "no class of words of this name");
  return found->second;
}

std::string made_up_word(RandomStream& random) {
  std::string word(any_phrase(class_of_syllables(0), random));
  for (Index middles = random.below(3); middles > 0; --middles)
    word += any_phrase(class_of_syllables(1), random);
  return word += any_phrase(class_of_syllables(2), random);
}

std::string any_word(RandomStream& random) {
  return random.below(2) == 0 ? made_up_word(random)
                              : std::string(any_phrase(phrase_class("common"), random));
}

std::string first_name(RandomStream& random) {
  return std::string(any_phrase(phrase_class("firstname"), random));
}

std::string last_name(RandomStream& random) {
  std::string name = made_up_word(random);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string full_name(RandomStream& random) {
  const std::string first = first_name(random);
  return first + ' ' + last_name(random);
}

}  // namespace costruct::experiments
