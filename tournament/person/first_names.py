"""Common first names, to see which order the names of a list have. They decide nothing alone."""

from tournament.person.names import plain

_NAMES = """
    adam adi adolf adrian agathe agnes albert albrecht alexander alexandra alfons alfred alois amelie andi andrea
    andreas anette angela angelika anita anja anke anna annalena anne annelie anneliese annemarie annette anni anny
    anton antonia antonie arnold artur august axel babette barbara bastian beate beatrice ben bene benedikt benjamin
    benno bernadette bernd bernhard bert berta bettina bianca birgit birgitt bjorn bruno burghard burgi burkhard
    carina carl carmen carola caroline caspar centa cenzi charlotte chiara christa christel christian christiane
    christina christine christl christof christoph clara claudia claus clemens corinna cornelia dagmar daniel
    daniela david dennis detlef diana dieter dietmar dirk dominik doris dorothea eberhard eckhard edda edeltraud
    edgar edith eduard egon elena elfriede elias elisa elisabeth elke ella elmar elsa else emil emilia emily emma
    erhard erich erika erna ernst erwin esther eugen eva evelyn fabian felix ferdinand ferdl finn florian frank
    franz franzi franziska fred fredi frieda friedl friedrich fritz gabi gabriel gabriele georg gerald gerd gerda
    gerhard gerlinde german gertrud gisela gottfried gotz gregor greta gretl gudrun guido gunter gunther gustav
    hanna hannah hannelore hannes hanni hans harald hartmut hedwig heidemarie heidi heike heiko heiner heinrich
    heinz helena helene helga hella helmut henrik herbert hermann hermine hias hilde hildegard holger horst hubert
    hugo ignaz ilona ilse ines inge ingeborg ingo ingrid irene iris irma irmgard isabel isabella isabelle jakob jan
    jana janine jens jessica joachim jochen johann johanna johannes jonas jorg josef josefa josefine joseph juergen
    julia julian juliane jurgen jutta kai karin karina karl karlheinz karoline kaspar katharina kathi kathrin katja
    katrin kerstin kilian klara klaus konrad konstantin korbinian kornelia kreszenz kristina kurt lara lars laura
    lea lena lenz leo leon leonhard leonie leopold levin lina linda lisa lisbeth lorenz lothar louis luca lucia
    ludwig luis luisa luise luitpold lukas lutz magda magdalena maik manfred manuel manuela marc marcel marco marcus
    margarete margaretha margit margot maria marianne marie marina mario marion markus marlene marlies martha martin
    martina mathias mathilde matthaus matthias max maxi maximilian mechthild melanie mia michael michaela michi
    michl miriam mirjam monika moritz nadine nadja natalie nico nicolas nicole niklas nikolaus nils nina nora
    norbert olaf olga oliver oskar oswald otmar otto patricia patrick paul paula pauline peter petra philip philipp
    pia quirin rainer ralf ralph raphael regina reiner reinhard reinhold renate rene resi ricarda richard rita
    robert robin roland rolf roman ronald rosa rosalie rosalinde rosemarie rosi rosina rosl rosmarie roswitha rudi
    rudolf rupert sabine sabrina samuel sandra sara sarah schorsch sebastian sepp seppi sibylle siegfried sieglinde
    siegmund sigi sigrid silke silvia simon simone sofia sofie sonja sophia sophie stefan stefanie steffen steffi
    stephan stephanie susanne susi sven sybille sylvia tanja tatjana thea thekla theo theodor theres theresa therese
    theresia thomas thorsten tim timo tina tobi tobias tom toni torsten traudl udo ulla ulli ulrich ulrike urban
    ursel ursula uschi ute uwe valentin valerie vera verena veronika vicki viktor viktoria vincent vinzenz vitus
    volker vroni walburga walli wally walter waltraud wastl werner wiebke wiggerl wilfried wilhelm wilhelmine willi
    willibald willy winfried wolf wolfgang xari xaver yvonne zenta zenz zenzi
"""
FIRST_NAMES = frozenset(_NAMES.split())


def is_first_name(word: str) -> bool:
    """Whether this is a common first name: “Xaver”, “Karl-Heinz”, “Jörg”."""
    return all(part in FIRST_NAMES for part in plain(word).split("-"))


def ends_with_first_name(name: str) -> bool:
    """Whether a name without a comma looks like “Huber Anna”: the last word is a first name, and the first is none."""
    words = name.split()
    return len(words) > 1 and is_first_name(words[-1]) and not is_first_name(words[0])


def begins_with_first_name(name: str) -> bool:
    """Whether a name without a comma looks like “Anna Huber”: the first word is a first name, and the last is none."""
    words = name.split()
    return len(words) > 1 and is_first_name(words[0]) and not is_first_name(words[-1])
