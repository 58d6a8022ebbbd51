import type { Person } from './message.ts';
import type { Random } from './random.ts';

/** Minutes east of Greenwich; the demo ignores summer time. */
export type DemoCorrespondent = Person & { offset: number; signature?: string };

const correspondent = (name: string, email: string, offset: number, signature?: string): DemoCorrespondent => ({
  name,
  email,
  offset,
  signature,
});

export const personalCorrespondents: readonly DemoCorrespondent[] = [
  correspondent('Marta Nowak', 'marta@druckerei-nowak.example', 60, 'Druckerei Nowak · Papier, Farbe, Geduld'),
  correspondent('Jonas Weber', 'jonas.weber@lindenhof.example', 60),
  correspondent('Ines Aubert', 'ines@aubert.example', 60),
  correspondent('Paul Okafor', 'paul.okafor@riverside.example', 0),
  correspondent('Aiko Tanaka', 'aiko@tanaka-paper.example', 540, 'Tanaka Paper, Kanazawa'),
  correspondent('Leila Haddad', 'leila.haddad@cedar.example', 120),
  correspondent('Kwame Mensah', 'kwame@harbourchoir.example', 0),
  correspondent('Sofia Lindqvist', 'sofia@lindqvist.example', 60),
  correspondent('Tomasz Zieliński', 'tomasz@zielinski.example', 60),
  correspondent('Priya Raman', 'priya.raman@monsoon.example', 330),
  correspondent('Mateo Alvarez', 'mateo@alvarez.example', -180),
  correspondent('Freya Halvorsen', 'freya@fjordhus.example', 60, 'Fjordhus, fourteen beds and a stove'),
  correspondent('Omar Benali', 'omar@benali.example', 60),
  correspondent('Elena Rossi', 'elena.rossi@bottega.example', 60),
  correspondent('Nikos Papadakis', 'nikos@limani.example', 120),
  correspondent('Amara Diallo', 'amara@diallo.example', 0),
  correspondent('Hugo Vermeulen', 'hugo@grachtwerk.example', 60),
  correspondent('Grandmother', 'greta.vale@vale.example', 60),
  correspondent('Samir Qureshi', 'samir@qureshi.example', 300),
  correspondent('Bruna Costa', 'bruna@costa.example', -180),
  correspondent('Anders Møller', 'anders@moller.example', 60),
  correspondent('Zofia Wójcik', 'zofia@wojcik.example', 60),
  correspondent('Noor Visser', 'noor@visser.example', 60),
  correspondent('Luca Ferrari', 'luca@mulino.example', 60),
];

export const workCorrespondents: readonly DemoCorrespondent[] = [
  correspondent('Dana Whitfield', 'dana@lanternworks.example', 0, 'Lantern Works · tickets for small museums'),
  correspondent('Ravi Subramanian', 'ravi@lanternworks.example', 330),
  correspondent('Mei Lin Chua', 'meilin@lanternworks.example', 480),
  correspondent('Tobias Krüger', 'tobias@lanternworks.example', 60),
  correspondent('Adaeze Obi', 'adaeze@lanternworks.example', 60),
  correspondent('Camille Fournier', 'camille@lanternworks.example', 60),
  correspondent('Hiroshi Sato', 'hiroshi.sato@clockhouse.example', 540, 'The Clock House, Visitor Services'),
  correspondent('Margaret Ellis', 'm.ellis@postalmuseum.example', 0, 'The Postal Museum · Mount Row'),
  correspondent('Ioanna Georgiou', 'ioanna@harbourmuseum.example', 120, 'Harbour Museum'),
  correspondent('Yusuf Demir', 'yusuf@glassgallery.example', 180),
  correspondent('Marta Nowak', 'marta@druckerei-nowak.example', 60, 'Druckerei Nowak · Papier, Farbe, Geduld'),
  correspondent('Oliver Brandt', 'brandt@steuer-brandt.example', 60, 'Brandt & Partner, Steuerberatung'),
  correspondent('Siobhan Kelly', 'siobhan@toymuseum.example', 0),
  correspondent('Fatima El Idrissi', 'fatima@papermill.example', 60, 'The Paper Mill, Education'),
  correspondent('Lars Nygaard', 'lars@instrumentcollection.example', 60),
  correspondent('Chidi Eze', 'chidi@lanternworks.example', 60),
];

/** `number` different people, always the same for the same draw. */
export function pickCorrespondents(
  random: Random,
  candidates: readonly DemoCorrespondent[],
  number: number,
): DemoCorrespondent[] {
  const first = random.below(candidates.length);
  const step = 1 + random.below(5);
  return Array.from(
    { length: number },
    (_, index) => candidates[(first + index * step) % candidates.length] as DemoCorrespondent,
  );
}

export function firstName({ name }: Person): string {
  const space = name.indexOf(' ');
  return space < 0 ? name : name.slice(0, space);
}
