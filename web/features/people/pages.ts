// One chunk, because both are small and share most of what they are made of.
export { PersonPage } from './person-page.tsx';
export { PromisesPage } from '../promises/promises-page.tsx';
