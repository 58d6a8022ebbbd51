import { contract } from './contract.ts';
import { rowAddresses } from './contract/define.ts';

/** Where the bridge serves each request. The bundle contains the value, so that its start makes no schema for it. */
export const addresses = rowAddresses(contract);
