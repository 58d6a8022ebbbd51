/**
 * What the specification says about every request, as data that was read against it: interface.md on `safety_policy`, on the profiles
 * and on tokens, section 12 of the wire contract, and the notes of `docs/scripts.md` on "What may be done at all". It imports
 * nothing of the contract: `policy-table.test.ts` compares the two. A new row needs a line here.
 */

/**
 * What a request does. `take` names the action that `allowed_destructive_actions` has to list; `setup` changes what belongs to
 * Posthorn, although it names accounts.
 */
type Category = 'read' | 'fetch' | 'model' | 'draft' | 'send' | 'change' | 'setup' | 'operate' | `take:${string}`;

export type ExpectedRow = {
  name: string;
  category: Category;
  /** `none`, `filtered`, `all` (refused to who may use only some), or the fields that name accounts, messages or conversations. */
  accounts: string;
  /** `people`: refused to agents, tools and tokens. `no-agents`: refused to agents and tools. */
  who: '' | 'people' | 'no-agents';
  /** What is needed besides, depending on the mail or the rule that the request is about. */
  also: readonly Category[];
  /** The fields of the input with which the line applies. */
  when: Readonly<Record<string, unknown>>;
};

/** `restricted` is everything but what changes or takes away; a policy never allows more than the one above it. */
export const allowedByPolicy = {
  full: ['read', 'fetch', 'model', 'draft', 'send', 'change', 'take', 'setup', 'operate'],
  restricted: ['read', 'fetch', 'model', 'draft', 'send', 'operate'],
  'draft-only': ['read', 'fetch', 'model', 'draft'],
  'read-only': ['read'],
} as const;

/** A token may do what one of its scopes allows. `of mail` excludes changes of Posthorn itself, such as the removal of an account. */
export const allowedByTokenScope = {
  read: ['read', 'fetch'],
  draft: ['read', 'fetch', 'draft'],
  send: ['read', 'fetch', 'draft', 'send'],
  act: ['read', 'fetch', 'change of mail', 'take of mail'],
  admin: ['read', 'fetch', 'change', 'take', 'setup', 'operate'],
} as const;

/** The categories that a profile allows only with these keys. */
export const allowSendCategories = ['send'];
export const allowDestructiveCategories = ['change', 'take', 'setup', 'operate'];

/** With `approve` these are refused and never wait: what they act on could change after the approval. */
export const cannotWait = ['merge.send'];

/** Columns: request, category, accounts, who, what is needed besides (`+`), and the input to which the line applies. */
const table = `
accounts.list                read                   filtered
accounts.config              read                   filtered
accounts.discover            fetch                  none                     people
accounts.test                fetch                  none                     people
accounts.upsert              change                 none                     people
accounts.authorize           change                 none                     people
accounts.repair              change                 none                     people
accounts.setDefault          change                 none                     people
accounts.disable             change                 none                     people
accounts.enable              change                 none                     people
accounts.remove              take:remove_account    filtered
accounts.addresses           read                   account_id
accounts.addAddress          change                 account_id               people
accounts.removeAddress       change                 account_id               people
accounts.setPrimaryAddress   change                 account_id               people

activity.list                read                   filtered
activity.count               read                   filtered
activity.stats               read                   filtered
activity.status              read                   none
activity.export              read                   filtered
activity.redact              take:redact_activity   none                     people
activity.prune               take:prune_activity    none                     people
activity.pause               change                 none                     people
activity.resume              change                 none                     people
activity.savedFilters        read                   none                     people
activity.saveFilter          change                 none                     people
activity.savedFilter         read                   none                     people
activity.removeFilter        change                 none                     people
activity.linkOpened          change                 message_id               people

admin.status                 read                   filtered
admin.ping                   read                   none
admin.shutdown               operate                none
admin.events                 read                   filtered
admin.countEvents            read                   filtered
admin.eventCategories        read                   filtered
admin.logs                   read                   none                     people

agents.get                   read                   none
agents.pause                 operate                none                     people

analytics.wrapped            read                   filtered
analytics.storage            read                   filtered
analytics.largest            read                   filtered
analytics.staleThreads       read                   filtered
analytics.asymmetry          read                   filtered
analytics.decay              read                   filtered
analytics.responseTime       read                   filtered
analytics.refreshContacts    setup                  filtered
analytics.rebuild            setup                  filtered

approvals.list               read                   none
approvals.get                read                   none
approvals.approve            change                 none                     people
approvals.decline            change                 none                     people
approvals.withdraw           draft                  none

assist.summarize             model                  thread_id
assist.threadBriefing        model                  thread_id
assist.contactBriefing       model                  account_id
assist.experts               read                   account_id
assist.explainExperts        model                  account_id
assist.draftAssist           model                  thread_id
assist.newDraft              model                  filtered
assist.composeDraft          model                  filtered
assist.refine                model                  filtered
assist.review                model                  filtered
assist.score                 read                   filtered
assist.rewrite               model                  filtered

attachments.open             fetch                  message_id
attachments.preview          fetch                  message_id
attachments.content          fetch                  message_id
attachments.download         fetch                  message_id
attachments.download         fetch                  message_id               people {"answer":"json"}

authorization.start          change                 none                     people
authorization.get            read                   none
authorization.cancel         change                 none                     people
authorization.complete       change                 none                     people

backup.list                  read                   none                     people
backup.create                operate                none                     people
backup.check                 operate                none                     people
backup.restore               operate                none                     people
backup.remove                change                 none                     people

blockedSenders.list          read                   filtered
blockedSenders.block         take:trash             filtered
blockedSenders.unblock       change                 filtered

changes.list                 read                   filtered

classification.get           read                   message_id
classification.corrections   read                   filtered
classification.correct       change                 message_id
classification.recompute     change                 all

client.health                read                   none
client.i18n                  read                   none
client.permissions           read                   none
client.shell                 read                   filtered

commitments.list             read                   filtered
commitments.resolve          change                 filtered
commitments.dismiss          change                 filtered
commitments.scan             change                 filtered

compose.open                 draft                  message_id
compose.refresh              read                   filtered
compose.sessions             read                   filtered
compose.restore              draft                  filtered
compose.update               draft                  filtered
compose.send                 send                   filtered
compose.sendMessage          send                   in_reply_to
compose.sendMessage          draft                  in_reply_to                {"dry_run":true}
compose.save                 draft                  filtered
compose.attach               draft                  filtered
compose.upload               draft                  filtered
compose.uploadFile           draft                  none
compose.file                 read                   filtered
compose.collaborators        read                   filtered
compose.safetyCheck          draft                  filtered
compose.discard              draft                  filtered

deliveries.list              read                   filtered
deliveries.get               read                   filtered
deliveries.scan              change                 filtered                 +model
deliveries.resolve           change                 filtered
deliveries.dismiss           change                 filtered

demo.get                     read                   none
demo.setMode                 operate                none                     people
demo.controls                read                   none                     people
demo.moveClock               operate                none                     people
demo.setFault                operate                none                     people

diagnostics.report           read                   filtered
diagnostics.bugReport        read                   filtered                 people
diagnostics.repair           operate                filtered                   {"action":"sync_now"}
diagnostics.repair           operate                filtered                 people {"action":"rebuild_index"}

gists.list                   read                   filtered

images.list                  fetch                  message_id
images.list                  fetch                  message_id               no-agents {"allow_remote":true}
images.allowances            read                   filtered
images.allow                 setup                  filtered                 no-agents
images.forget                setup                  account_id

drafts.list                  read                   filtered
drafts.get                   read                   filtered
drafts.saveLocal             draft                  account_id
drafts.remove                draft                  filtered
drafts.discarded             read                   filtered
drafts.recover               draft                  filtered
drafts.createFromMessage     draft                  message_id

exports.thread               read                   thread_id
exports.search               read                   filtered
exports.start                operate                thread_ids
exports.startMailboxes       operate                account_id

import.list                  read                   none                     people
import.details               read                   none                     people
import.create                change                 none                     people
import.uploadFile            change                 none                     people
import.startUploaded         change                 none                     people
import.discard               change                 none                     people
import.start                 change                 none                     people
import.get                   read                   none                     people

invites.list                 read                   filtered
invites.ofMessage            read                   message_id
invites.reply                send                   message_id
invites.reply                read                   message_id                 {"dry_run":true}

jobs.list                    read                   filtered
jobs.get                     read                   filtered
jobs.cancel                  change                 filtered                 +archive,move,trash,spam,delete_label

keys.get                     read                   none
keys.change                  change                 none                     people

labels.list                  read                   account_id
labels.create                change                 account_id
labels.rename                change                 account_id
labels.remove                take:delete_label      account_id
labels.remove                read                   account_id                 {"dry_run":true}
labels.colour                change                 filtered

localPages.list              read                   none                     people
localPages.decide            change                 none                     people
localPages.forget            change                 none                     people

llm.config                   read                   none
llm.saveConfig               change                 none                     people
llm.status                   read                   none
llm.detect                   fetch                  none                     people
llm.test                     model                  none                     people

mailbox.list                 read                   filtered

merge.preview                read                   filtered
merge.start                  draft                  filtered
merge.get                    read                   filtered
merge.send                   send                   filtered
merge.discard                draft                  filtered

messages.get                 read                   message_id
messages.bodies              read                   message_ids
messages.raw                 read                   message_id
messages.body                read                   message_id
messages.headers             read                   message_id
messages.source              read                   message_id
messages.trust               read                   message_id

modes.now                    read                   filtered
modes.rail                   read                   filtered
modes.membership             read                   filtered
modes.memberships            read                   filtered
modes.done                   take:archive           filtered
modes.done                   read                   filtered                   {"dry_run":true}
modes.guide                  read                   none
modes.card                   change                 none
modes.threads                read                   filtered

mutations.archive            take:archive           message_ids,thread_ids
mutations.archive            read                   message_ids,thread_ids     {"dry_run":true}
mutations.trash              take:trash             message_ids,thread_ids
mutations.trash              read                   message_ids,thread_ids     {"dry_run":true}
mutations.spam               take:spam              message_ids,thread_ids
mutations.spam               read                   message_ids,thread_ids     {"dry_run":true}
mutations.star               change                 message_ids,thread_ids
mutations.star               read                   message_ids,thread_ids     {"dry_run":true}
mutations.read               change                 message_ids,thread_ids
mutations.read               read                   message_ids,thread_ids     {"dry_run":true}
mutations.readAndArchive     take:archive           message_ids,thread_ids
mutations.readAndArchive     read                   message_ids,thread_ids     {"dry_run":true}
mutations.mute               change                 thread_ids                 {"muted":false}
mutations.mute               read                   thread_ids                 {"dry_run":true}
mutations.mute               take:archive           thread_ids                 {"muted":true}
mutations.labels             change                 message_ids,thread_ids   +archive,move,trash,spam
mutations.labels             read                   message_ids,thread_ids   {"dry_run":true}
mutations.move               take:move              message_ids,thread_ids   +trash,spam
mutations.move               read                   message_ids,thread_ids   {"dry_run":true}
mutations.route              take:move              message_ids,thread_ids   +trash,spam
mutations.route              read                   message_ids,thread_ids   {"dry_run":true}
mutations.route              take:archive           message_ids,thread_ids   +move,trash,spam {"archive":true}
mutations.flags              change                 message_id
mutations.undo               change                 filtered                 +archive,move,trash,spam,delete_label
mutations.history            read                   filtered
mutations.get                read                   filtered

notifications.chimes         read                   none
notifications.setChimes      change                 none
notifications.get            read                   none
notifications.pause          change                 none

outbox.orphaned              read                   filtered
outbox.resetOrphan           change                 filtered                 people
outbox.sendStored            send                   filtered
outbox.schedule              send                   filtered
outbox.cancel                change                 filtered
outbox.list                  read                   filtered
outbox.retry                 send                   filtered
outbox.confirmSent           change                 filtered                 people
outbox.ofMessage             read                   message_id

people.sender                read                   account_id
people.autocomplete          read                   filtered

relationships.get            read                   account_id
relationships.rebuild        setup                  account_id               +model

reminders.list               read                   filtered
reminders.set                change                 sent_message_id
reminders.cancel             change                 message_id

repair.state                 read                   none                     people
repair.restore               operate                none                     people
repair.salvage               operate                none                     people
repair.startOver             operate                none                     people
repair.retry                 operate                none                     people

replyLater.list              read                   filtered
replyLater.set               change                 message_id

rules.list                   read                   filtered
rules.detail                 read                   filtered
rules.form                   read                   filtered
rules.history                read                   filtered
rules.dryRun                 read                   filtered
rules.preview                read                   filtered
rules.upsert                 setup                  filtered                 +archive,move,trash
rules.upsertForm             setup                  filtered                 +archive,move,trash
rules.delete                 setup                  filtered
rules.apply                  change                 message_ids              +archive,move,trash,spam
rules.confirmHook            change                 filtered                 people
rules.resume                 setup                  filtered
rules.import                 change                 filtered                 people +archive,move,trash
rules.import                 read                   filtered                 people {"dry_run":true}
rules.export                 read                   filtered

savedSearches.list           read                   filtered
savedSearches.create         setup                  filtered
savedSearches.update         setup                  filtered
savedSearches.remove         setup                  filtered
savedSearches.run            read                   filtered

screener.queue               read                   account_id
screener.decisions           read                   filtered
screener.decide              change                 account_id
screener.decide              take:archive           account_id                 {"apply_to_existing":true,"disposition":"deny"}
screener.decide              take:move              account_id                 {"apply_to_existing":true,"disposition":"allow","route_label":"x"}
screener.clear               change                 account_id
screener.decideGroup         change                 account_id
screener.decideGroup         take:archive           account_id                 {"apply_to_existing":true,"disposition":"deny"}
screener.decideGroup         take:move              account_id                 {"apply_to_existing":true,"disposition":"allow","route_label":"x"}
screener.clearGroup          change                 account_id
screener.export              read                   account_id
screener.import              change                 account_id               people
screener.import              read                   account_id               people {"dry_run":true}
screener.explain             read                   message_id

search.find                  read                   filtered
search.fetch                 fetch                  filtered
search.similar               read                   message_id
search.groups                read                   filtered
search.count                 read                   filtered

secrets.get                  read                   none                     people
secrets.move                 change                 none                     people
secrets.createVault          change                 none                     people
secrets.unlockVault          read                   none                     people
secrets.lockVault            read                   none                     people
secrets.changePassphrase     change                 none                     people
secrets.forgetVault          change                 none                     people

semantic.status              read                   none
semantic.enable              change                 none                     people
semantic.reindex             change                 all
semantic.backfill            change                 all
semantic.install             change                 none                     people
semantic.installFrom         change                 none                     people
semantic.use                 change                 none                     people

serverFilters.get            fetch                  account_id
serverFilters.save           change                 account_id               people
serverFilters.preview        fetch                  account_id

settings.schema              read                   none
settings.get                 read                   filtered
settings.change              setup                  filtered                 people {"key":"general.safety_policy","value":"full"}
settings.change              setup                  filtered                 people {"key":"agents.profiles.agent.allow_send","value":true}
settings.change              setup                  filtered                 people {"key":"bridge.auto_local_token","value":true}
settings.change              setup                  filtered                 people {"key":"transports.tcp.enabled","value":true}
settings.change              setup                  filtered                   {"key":"ui.density","value":"compact"}

signatures.list              read                   none
signatures.save              change                 none
signatures.remove            change                 none
signatures.defaults          read                   filtered
signatures.setDefault        setup                  account_id
signatures.clearDefault      setup                  account_id
signatures.resolve           read                   account_id

snippets.list                read                   none
snippets.save                change                 all
snippets.remove              change                 all

snooze.presets               read                   none
snooze.create                change                 message_id+message_ids,thread_ids +archive
snooze.list                  read                   filtered
snooze.wake                  change                 id

subscriptions.list           read                   filtered
subscriptions.unsubscribe    take:unsubscribe       message_id+message_ids   +send
subscriptions.purge          take:unsubscribe       message_ids              +archive,send
subscriptions.purge          read                   message_ids              {"dry_run":true}

sync.start                   operate                filtered
sync.status                  read                   filtered

threads.get                  read                   thread_id

todos.list                   read                   filtered
todos.tick                   change                 filtered
todos.dismiss                change                 filtered
todos.postpone               change                 filtered
todos.scan                   change                 filtered

tokens.list                  read                   none                     people
tokens.create                change                 account_ids              people
tokens.remove                change                 none                     people

voice.get                    read                   account_id
voice.rebuild                setup                  account_id

webhooks.list                read                   none                     no-agents
webhooks.create              change                 none                     no-agents
webhooks.remove              change                 none                     no-agents
webhooks.test                operate                none                     no-agents
`;

export function expectedRows(): ExpectedRow[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [fields = '', condition] = line.split(/ (?=\{)/);
      const [name = '', category = '', accounts = '', ...rest] = fields.trim().split(/ +/);
      const when = condition === undefined ? {} : (JSON.parse(condition) as Record<string, unknown>);
      const who = rest.find((word) => !word.startsWith('+')) ?? '';
      const besides =
        rest
          .find((word) => word.startsWith('+'))
          ?.slice(1)
          .split(',') ?? [];
      const also = besides.map((word) => (word === 'model' || word === 'send' ? word : `take:${word}`) as Category);
      return { name, category: category as Category, accounts, who: who as ExpectedRow['who'], also, when };
    });
}
