import { ruleActions, ruleCondition, ruleName, type Condition, type RuleAction } from '../../../contract/rule.ts';
import type { ReadRules } from '../read-rules.ts';
import { parseSieve, type SieveCommand } from './sieve-syntax.ts';
import { conditionOfTest, everyMessage, SieveRefusal } from './sieve-tests.ts';

const maxRules = 500;

/**
 * Reads a Sieve script (RFC 5228) of a subset: `if`, `elsif` and `else` with `allof`, `anyof`, `not`, `true`, `false`,
 * `header`, `address`, `body`, `size` and `exists`, and the actions `fileinto`, `addflag`, `setflag`, `keep` and `stop`. A
 * statement at the top level that needs more is refused as a whole. Throws Failure `bad_file` for a script that cannot be
 * parsed.
 */
export function readSieve(script: string): ReadRules {
  const read: ReadRules = { rules: [], refused: [] };
  for (const chain of chainsIn(parseSieve(script))) {
    const [first] = chain;
    if (!first || first.name === 'require') continue;
    try {
      const rules = rulesOf(chain, undefined).map((rule, place) => checked(rule, { first, place }));
      if (read.rules.length + rules.length > maxRules)
        throw new SieveRefusal(first.line, `A script may become ${maxRules} rules.`);
      read.rules.push(...rules);
    } catch (thrown) {
      if (!(thrown instanceof SieveRefusal)) throw thrown;
      const [line, reason] = [thrown.line, thrown.message];
      read.refused.push({ line, statement: statementAt(script, line), reason });
    }
  }
  return read;
}

function statementAt(script: string, line: number): string {
  return (script.split('\n')[line - 1] ?? '').trim().slice(0, 200);
}

/** The commands, each `if` with its `elsif` and `else`, and actions that follow one another together. */
function chainsIn(commands: readonly SieveCommand[]): SieveCommand[][] {
  const chains: SieveCommand[][] = [];
  for (const command of commands) {
    const last = chains.at(-1);
    const isBranch = command.name === 'elsif' || command.name === 'else';
    const isAction = command.block === undefined && command.name !== 'require';
    const followsAction = last?.at(-1)?.block === undefined && last?.at(-1)?.name !== 'require';
    if (last && (isBranch || (isAction && followsAction))) last.push(command);
    else chains.push([command]);
  }
  return chains;
}

type SieveRule = { conditions: Condition; actions: RuleAction[] };

/** The rules of a chain inside of `outer`. A branch also means that none before it was taken. */
function rulesOf(chain: readonly SieveCommand[], outer: Condition | undefined): SieveRule[] {
  const [first] = chain;
  if (!first) return [];
  if (first.block === undefined) {
    const actions = chain.flatMap(actionsOf);
    return actions.length > 0 ? [{ conditions: outer ?? everyMessage, actions }] : [];
  }
  const earlier: Condition[] = [];
  return chain.flatMap((branch) => {
    const own = branchCondition(branch);
    const parts = [...(outer ? [outer] : []), ...earlier.map(negated), ...(own ? [own] : [])];
    if (own) earlier.push(own);
    const condition = allOf(parts);
    return chainsIn(branch.block ?? []).flatMap((inner) => rulesOf(inner, condition));
  });
}

/** Undefined for `else`. */
function branchCondition({ name, tests: [test], line }: SieveCommand): Condition | undefined {
  if (name === 'else') return undefined;
  if ((name === 'if' || name === 'elsif') && test) return conditionOfTest(test);
  throw new SieveRefusal(line, `Rules have no command “${name}”.`);
}

function negated(condition: Condition): Condition {
  return { type: 'not', condition };
}

function allOf(parts: Condition[]): Condition {
  const [only, ...others] = parts;
  return only && others.length === 0 ? only : { type: 'and', conditions: parts };
}

const flagActions: Readonly<Record<string, RuleAction>> = {
  '\\seen': { type: 'mark_read' },
  '\\flagged': { type: 'star' },
};

function actionsOf({ name, args, line }: SieveCommand): RuleAction[] {
  const texts = args.flatMap((arg) => (arg.kind === 'strings' ? arg.texts : []));
  const tags = args.flatMap((arg) => (arg.kind === 'tag' ? arg.text : []));
  switch (name) {
    case 'keep':
      return [];
    case 'stop':
      return [{ type: 'stop' }];
    case 'fileinto': {
      const unknown = tags.find((tag) => tag !== 'copy' && tag !== 'create');
      const [label] = texts;
      if (unknown !== undefined || label === undefined)
        throw new SieveRefusal(line, `Rules can’t file mail with “:${unknown ?? 'nothing'}”.`);
      return [{ type: tags.includes('copy') ? 'add_label' : 'move', label }];
    }
    case 'addflag':
    case 'setflag':
      return texts
        .flatMap((text) => text.split(' '))
        .map((flag) => {
          const action = flagActions[flag.toLowerCase()];
          if (!action) throw new SieveRefusal(line, `Rules can’t set the flag “${flag}”.`);
          return action;
        });
    default:
      throw new SieveRefusal(line, refusals[name] ?? `Rules have no command “${name}”.`);
  }
}

const refusals: Readonly<Record<string, string>> = {
  redirect: 'Rules don’t forward mail.',
  reject: 'Rules don’t reject mail: the server has accepted it already.',
  ereject: 'Rules don’t reject mail: the server has accepted it already.',
  discard: 'Rules never delete mail. Make a rule that moves it to the trash.',
  vacation: 'Rules don’t answer mail. Set a vacation reply in the settings of the account.',
};

function checked(
  { conditions, actions }: SieveRule,
  { first: { line, comment }, place }: { first: SieveCommand; place: number },
): ReadRules['rules'][number] {
  if (!ruleCondition.safeParse(conditions).success || !ruleActions.safeParse(actions).success)
    throw new SieveRefusal(line, 'It is too long for a rule.');
  // Roundcube writes the name of a rule as “rule:[Name]”.
  const written = /^rule:\[(.*)\]$/.exec(comment)?.[1] ?? comment;
  const base = ruleName.safeParse(written.slice(0, 150)).data ?? `Sieve, line ${line}`;
  const name = place === 0 ? base : `${base} (${place + 1})`;
  return { name, enabled: true, priority: 0, conditions, actions };
}
