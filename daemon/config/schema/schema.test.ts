import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configuration, configSchema, defaultConfig } from './schema.ts';
import type { Field, SchemaNode, Table } from './schema-nodes.ts';

test('the defaults are those of the specification (checklist 43, 60, 168)', () => {
  const { llm, ...rest } = defaultConfig();
  assert.deepEqual(rest, {
    general: { sync_interval: 60, hook_timeout: 30, safety_policy: 'full' },
    agents: { paused: false, profiles: {} },
    accounts: {},
    render: {
      html_command: 'w3m -dump',
      reader_mode: true,
      show_reader_stats: true,
      remove_link_tracking: true,
      html_remote_content: true,
    },
    authentication: { verify_signatures: false, forwarders: [] },
    search: {
      default_sort: 'date_desc',
      max_results: 200,
      default_mode: 'lexical',
      semantic: {
        enabled: true,
        auto_download_models: true,
        active_profile: 'bge-small-en-v1.5',
        max_pending_jobs: 256,
        query_timeout_ms: 1500,
      },
    },
    snooze: { morning_hour: 9, evening_hour: 18, weekend_day: 'saturday', weekend_hour: 10 },
    logging: { level: 'info', max_size_mb: 10, max_files: 5, stderr: false, event_retention_days: 90 },
    appearance: { theme: 'system', sidebar: true, subject_max_width: 0 },
    activity: {
      enabled: true,
      track_link_clicks: false,
      track_subjects: true,
      track_recipient_handles: true,
      track_search_queries: true,
      retention: { ephemeral_days: 30, standard_days: 90, important_days: 365 },
    },
    backup: { automatic: true, keep_daily: 7, keep_weekly: 4, max_gb: 20 },
    bridge: {
      allowed_local_pages: [],
      denied_local_pages: [],
      enabled: true,
      bind: '127.0.0.1',
      port: 42829,
      cors_allowlist: [],
      host_allowlist: [],
      auto_local_token: true,
      token_path: 'bridge-token',
    },
    transports: { tcp: { enabled: false, bind: '127.0.0.1', port: 42830 } },
    notifications: {
      enabled: true,
      only_people: true,
      show_content: true,
      chimes: {
        enabled: false,
        volume: 0.35,
        new_mail: 'bell',
        sent: 'sent',
        archived: 'archive',
        trashed: 'thud',
        spam: 'alert',
        snoozed: 'pop',
        unsnoozed: 'glass',
        reminder: 'bell',
        error: 'alert',
      },
    },
    safety: {
      recipients: { internal_domains: [], sensitive_domains: [], warn_on_first_time_external: false },
      tone: { formality_delta_threshold: 0.25 },
    },
    deliveries: { enabled: true },
    modes: { archive_on_last_done: true },
    screener: { enabled: false },
    updates: { check: 'ask', download: true },
    send: { undo_seconds: 8 },
    ui: {
      start_page: 'now',
      density: 'regular',
      open_next: 'next',
      mark_read: 'after_2s',
      undo_messages: '8s',
    },
  });

  const { base_url, model, ...settings } = llm;
  assert.deepEqual(settings, {
    enabled: false,
    api_key_env: '',
    context_window: 8192,
    request_timeout_secs: 120,
    allow_cloud_relationship_data: false,
    gist_concurrency: 1,
    list_gists: false,
    overrides: {},
  });
  const { hostname, port, pathname } = new URL(base_url);
  assert.deepEqual([hostname, port, pathname], ['127.0.0.1', '11434', '/v1']);
  assert.notEqual(model, '');
});

test('a table has the same defaults whether or not the file contains it', () => {
  const written = { ...emptyTables(configuration), accounts: {} };
  assert.ok(Object.keys(written).length > 15);
  assert.deepEqual(configSchema.parse(written), defaultConfig());
});

/** Every table that is never absent, without keys. */
function emptyTables({ keys }: Table): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, node]) =>
      node.kind === 'table' && !node.optional ? [[key, emptyTables(node)]] : [],
    ),
  );
}

test('two default configurations share no objects', () => {
  const one = defaultConfig();
  one.bridge.cors_allowlist.push('https://mail.example');
  one.accounts.work = { name: 'Work', email: 'ada@analytical.example', enabled: true, notify: true };
  assert.deepEqual(defaultConfig().bridge.cors_allowlist, []);
  assert.deepEqual(defaultConfig().accounts, {});
});

test('a profile in the file forbids everything it does not allow; a profile that is not in the file is absent', () => {
  const { agents } = configSchema.parse({ agents: { profiles: { agent: {} } } });
  assert.deepEqual(agents.profiles, {
    agent: {
      safety_policy: 'read-only',
      allowed_accounts: [],
      allow_send: false,
      allow_destructive: false,
      allowed_destructive_actions: [],
      approve: false,
    },
  });
});

test('an override contains only keys from the file, so that the others fall back', () => {
  const { llm } = configSchema.parse({ llm: { overrides: { briefing: { model: 'small' } } } });
  assert.deepEqual(llm.overrides, { briefing: { model: 'small' } });
});

test('every key has a one-sentence description, which states the behaviour if there is no default', () => {
  const fields = fieldsOf(configuration);
  assert.ok(fields.length > 100);
  for (const { path, field } of fields) {
    assert.match(field.meaning, /^[^.].*[^.]\.$/, path);
    if (field.default === undefined) assert.ok(field.otherwise, path);
  }
});

function fieldsOf(node: SchemaNode, path = ''): { path: string; field: Field }[] {
  switch (node.kind) {
    case 'field':
      return [{ path, field: node }];
    case 'named':
      return fieldsOf(node.of, `${path}.<key>`);
    case 'table':
      return Object.entries(node.keys).flatMap(([key, inner]) => fieldsOf(inner, `${path}.${key}`));
    case 'variants':
      return Object.entries(node.of).flatMap(([type, inner]) => fieldsOf(inner, `${path}<${type}>`));
  }
}
