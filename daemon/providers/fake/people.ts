import type { Person } from './letter.ts';
import type { Random } from './random.ts';

/** Minutes east of Greenwich, as far as a demo cares: no summer time. */
export type Acquaintance = Person & { offset: number; sign?: string };

const known = (name: string, email: string, offset: number, sign?: string): Acquaintance => ({
  name,
  email,
  offset,
  sign,
});

export const personalCircle: readonly Acquaintance[] = [
  known('Marta Nowak', 'marta@druckerei-nowak.example', 60, 'Druckerei Nowak · Papier, Farbe, Geduld'),
  known('Jonas Weber', 'jonas.weber@lindenhof.example', 60),
  known('Ines Aubert', 'ines@aubert.example', 60),
  known('Paul Okafor', 'paul.okafor@riverside.example', 0),
  known('Aiko Tanaka', 'aiko@tanaka-paper.example', 540, 'Tanaka Paper, Kanazawa'),
  known('Leila Haddad', 'leila.haddad@cedar.example', 120),
  known('Kwame Mensah', 'kwame@harbourchoir.example', 0),
  known('Sofia Lindqvist', 'sofia@lindqvist.example', 60),
  known('Tomasz Zieliński', 'tomasz@zielinski.example', 60),
  known('Priya Raman', 'priya.raman@monsoon.example', 330),
  known('Mateo Alvarez', 'mateo@alvarez.example', -180),
  known('Freya Halvorsen', 'freya@fjordhus.example', 60, 'Fjordhus, fourteen beds and a stove'),
  known('Omar Benali', 'omar@benali.example', 60),
  known('Elena Rossi', 'elena.rossi@bottega.example', 60),
  known('Nikos Papadakis', 'nikos@limani.example', 120),
  known('Amara Diallo', 'amara@diallo.example', 0),
  known('Hugo Vermeulen', 'hugo@grachtwerk.example', 60),
  known('Grandmother', 'greta.vale@vale.example', 60),
  known('Samir Qureshi', 'samir@qureshi.example', 300),
  known('Bruna Costa', 'bruna@costa.example', -180),
  known('Anders Møller', 'anders@moller.example', 60),
  known('Zofia Wójcik', 'zofia@wojcik.example', 60),
  known('Noor Visser', 'noor@visser.example', 60),
  known('Luca Ferrari', 'luca@mulino.example', 60),
];

export const workCircle: readonly Acquaintance[] = [
  known('Dana Whitfield', 'dana@lanternworks.example', 0, 'Lantern Works · tickets for small museums'),
  known('Ravi Subramanian', 'ravi@lanternworks.example', 330),
  known('Mei Lin Chua', 'meilin@lanternworks.example', 480),
  known('Tobias Krüger', 'tobias@lanternworks.example', 60),
  known('Adaeze Obi', 'adaeze@lanternworks.example', 60),
  known('Camille Fournier', 'camille@lanternworks.example', 60),
  known('Hiroshi Sato', 'hiroshi.sato@clockhouse.example', 540, 'The Clock House, Visitor Services'),
  known('Margaret Ellis', 'm.ellis@postalmuseum.example', 0, 'The Postal Museum · Mount Row'),
  known('Ioanna Georgiou', 'ioanna@harbourmuseum.example', 120, 'Harbour Museum'),
  known('Yusuf Demir', 'yusuf@glassgallery.example', 180),
  known('Marta Nowak', 'marta@druckerei-nowak.example', 60, 'Druckerei Nowak · Papier, Farbe, Geduld'),
  known('Oliver Brandt', 'brandt@steuer-brandt.example', 60, 'Brandt & Partner, Steuerberatung'),
  known('Siobhan Kelly', 'siobhan@toymuseum.example', 0),
  known('Fatima El Idrissi', 'fatima@papermill.example', 60, 'The Paper Mill, Education'),
  known('Lars Nygaard', 'lars@instrumentcollection.example', 60),
  known('Chidi Eze', 'chidi@lanternworks.example', 60),
];

/** `number` different people, always the same for the same draw. */
export function cast(random: Random, circle: readonly Acquaintance[], number: number): Acquaintance[] {
  const first = random.below(circle.length);
  const step = 1 + random.below(5);
  return Array.from({ length: number }, (_, index) => circle[(first + index * step) % circle.length] as Acquaintance);
}

export function firstName({ name }: Person): string {
  const space = name.indexOf(' ');
  return space < 0 ? name : name.slice(0, space);
}
