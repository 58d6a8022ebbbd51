"""Generated from the OpenAPI document by clients/generate.ts. Changes are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from .runtime import OMIT, Connection

if TYPE_CHECKING:
    import http.client
    from typing import BinaryIO, Dict, List, Literal, Tuple, Union

    from . import types as t


class _Accounts:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.AccountsListReply:
        """Every account the daemon knows, with its health in words."""
        return self._call(
            "GET",
            "/platform/accounts",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def config(
        self,
    ) -> t.AccountsConfigReply:
        """The accounts as config.toml has them, without secrets."""
        return self._call(
            "GET",
            "/platform/accounts/config",
            "json",
            {},
        )

    def discover(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsDiscoverReply:
        """Finds out where an address has its mail: known providers, MX and SRV records, autoconfig, and trying."""
        return self._call(
            "POST",
            "/platform/accounts/discover",
            "json",
            {"email": email},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def test(
        self,
        *,
        key: str,
        name: str,
        email: str,
        enabled: bool = OMIT,
        is_default: bool = OMIT,
        sync: Union[Union[t.AccountsTestSync11, t.AccountsTestSync12, t.AccountsTestSync13, t.AccountsTestSync14, t.AccountsTestSync15], None] = OMIT,
        send: Union[Union[t.AccountsTestSend11, t.AccountsTestSend12, t.AccountsTestSend13, t.AccountsTestSend14, t.AccountsTestSend15], None] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsTestReply:
        """Signs in to the servers of an account, to read and to send, and says what stands in the way. Saves nothing."""
        return self._call(
            "POST",
            "/platform/accounts/test",
            "json",
            {"key": key, "name": name, "email": email, "enabled": enabled, "is_default": is_default, "sync": sync, "send": send},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def upsert(
        self,
        *,
        key: str,
        name: str,
        email: str,
        enabled: bool = OMIT,
        is_default: bool = OMIT,
        sync: Union[Union[t.AccountsUpsertSync11, t.AccountsUpsertSync12, t.AccountsUpsertSync13, t.AccountsUpsertSync14, t.AccountsUpsertSync15], None] = OMIT,
        send: Union[Union[t.AccountsUpsertSend11, t.AccountsUpsertSend12, t.AccountsUpsertSend13, t.AccountsUpsertSend14, t.AccountsUpsertSend15], None] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsUpsertReply:
        """Adds an account or changes one: passwords into the keychain, the rest into config.toml, then tests it."""
        return self._call(
            "POST",
            "/platform/accounts/upsert",
            "json",
            {"key": key, "name": name, "email": email, "enabled": enabled, "is_default": is_default, "sync": sync, "send": send},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def authorize(
        self,
        *,
        account: t.AccountsAuthorizeAccount,
        reauthorize: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsAuthorizeReply:
        """Signs an account in to Google or Microsoft. Where no one is signed in yet, the result is not ok and says where to sign in: `device_code_url`, with `device_code_user_code` where a code is typed. Asking again tells what came of it."""
        return self._call(
            "POST",
            "/platform/accounts/authorize",
            "json",
            {"account": account, "reauthorize": reauthorize},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def repair(
        self,
        *,
        key: str,
        name: str,
        email: str,
        enabled: bool = OMIT,
        is_default: bool = OMIT,
        sync: Union[Union[t.AccountsRepairSync11, t.AccountsRepairSync12, t.AccountsRepairSync13, t.AccountsRepairSync14, t.AccountsRepairSync15], None] = OMIT,
        send: Union[Union[t.AccountsRepairSend11, t.AccountsRepairSend12, t.AccountsRepairSend13, t.AccountsRepairSend14, t.AccountsRepairSend15], None] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsRepairReply:
        """Stores the passwords of an account anew, where they work, and begins syncing again."""
        return self._call(
            "POST",
            "/platform/accounts/repair",
            "json",
            {"key": key, "name": name, "email": email, "enabled": enabled, "is_default": is_default, "sync": sync, "send": send},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def set_default(
        self,
        *,
        key: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsSetDefaultReply:
        """Makes an account the one that is used where a request names none."""
        return self._call(
            "POST",
            "/platform/accounts/default",
            "json",
            {"key": key},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def disable(
        self,
        *,
        key: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsDisableReply:
        """Stops syncing an account and sending from it. Its mail, its settings and its passwords stay."""
        return self._call(
            "POST",
            "/platform/accounts/{key}/disable",
            "json",
            {"key": key},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def enable(
        self,
        *,
        key: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsEnableReply:
        """Syncs an account again that was turned off."""
        return self._call(
            "POST",
            "/platform/accounts/{key}/enable",
            "json",
            {"key": key},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def remove(
        self,
        *,
        key: str,
        purge_local_data: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.AccountsRemoveReply:
        """Removes an account from config.toml, and its passwords. Its mail stays readable here, unless `purge_local_data` says that it goes too. Drafts, and mail that is on no server, are never deleted with it. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/platform/accounts/{key}",
            "json",
            {"key": key, "purge_local_data": purge_local_data, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def addresses(
        self,
        *,
        account_id: str,
    ) -> t.AccountsAddressesReply:
        """The addresses of the owner in an account: mail from one of them is mail they sent."""
        return self._call(
            "GET",
            "/platform/accounts/{account_id}/addresses",
            "json",
            {"account_id": account_id},
        )

    def add_address(
        self,
        *,
        account_id: str,
        email: str,
        primary: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsAddAddressReply:
        """Adds an address; mail that came from it is sorted to what was sent."""
        return self._call(
            "POST",
            "/platform/accounts/{account_id}/addresses",
            "json",
            {"account_id": account_id, "email": email, "primary": primary},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def remove_address(
        self,
        *,
        account_id: str,
        email: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsRemoveAddressReply:
        """Takes an address away; mail from it is mail that was received again."""
        return self._call(
            "POST",
            "/platform/accounts/{account_id}/addresses/remove",
            "json",
            {"account_id": account_id, "email": email},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def set_primary_address(
        self,
        *,
        account_id: str,
        email: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AccountsSetPrimaryAddressReply:
        """Makes one of the addresses the main one, from which mail is sent unless another is chosen."""
        return self._call(
            "POST",
            "/platform/accounts/{account_id}/addresses/primary",
            "json",
            {"account_id": account_id, "email": email},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Activity:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        since: int = OMIT,
        until: int = OMIT,
        account: str = OMIT,
        source: Union[List[t.ClientKind], t.ClientKind] = OMIT,
        action: Union[List[str], str] = OMIT,
        prefix: str = OMIT,
        target_kind: str = OMIT,
        target_id: str = OMIT,
        tier: Union[List[t.ActivityTier], t.ActivityTier] = OMIT,
        query: str = OMIT,
        include_redacted: bool = OMIT,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.ActivityListReply:
        """What was done and by whom, newest first. Agents, tools and tokens see what came by way of themselves alone."""
        return self._call(
            "GET",
            "/admin/activity",
            "json",
            {"since": since, "until": until, "account": account, "source": source, "action": action, "prefix": prefix, "target_kind": target_kind, "target_id": target_id, "tier": tier, "query": query, "include_redacted": include_redacted, "limit": limit, "cursor": cursor},
        )

    def count(
        self,
        *,
        since: int = OMIT,
        until: int = OMIT,
        account: str = OMIT,
        source: Union[List[t.ClientKind], t.ClientKind] = OMIT,
        action: Union[List[str], str] = OMIT,
        prefix: str = OMIT,
        target_kind: str = OMIT,
        target_id: str = OMIT,
        tier: Union[List[t.ActivityTier], t.ActivityTier] = OMIT,
        query: str = OMIT,
        include_redacted: bool = OMIT,
    ) -> t.ActivityCountReply:
        """How many entries there are. Agents, tools and tokens see what came by way of themselves alone."""
        return self._call(
            "GET",
            "/admin/activity/count",
            "json",
            {"since": since, "until": until, "account": account, "source": source, "action": action, "prefix": prefix, "target_kind": target_kind, "target_id": target_id, "tier": tier, "query": query, "include_redacted": include_redacted},
        )

    def stats(
        self,
        *,
        since: int = OMIT,
        until: int = OMIT,
        account: str = OMIT,
        source: Union[List[t.ClientKind], t.ClientKind] = OMIT,
        action: Union[List[str], str] = OMIT,
        prefix: str = OMIT,
        target_kind: str = OMIT,
        target_id: str = OMIT,
        tier: Union[List[t.ActivityTier], t.ActivityTier] = OMIT,
        query: str = OMIT,
        include_redacted: bool = OMIT,
        group_by: Literal["action", "day", "source", "target_kind", "hour"] = OMIT,
    ) -> t.ActivityStatsReply:
        """How many entries there are of each action, source, kind of target, day or hour of the day. Agents, tools and tokens see what came by way of themselves alone."""
        return self._call(
            "GET",
            "/admin/activity/stats",
            "json",
            {"since": since, "until": until, "account": account, "source": source, "action": action, "prefix": prefix, "target_kind": target_kind, "target_id": target_id, "tier": tier, "query": query, "include_redacted": include_redacted, "group_by": group_by},
        )

    def status(
        self,
    ) -> t.ActivityStatusReply:
        """Whether anything is recorded now, and what of it."""
        return self._call(
            "GET",
            "/admin/activity/status",
            "json",
            {},
        )

    def export(
        self,
        *,
        filter: t.ActivityFilterInput = OMIT,
        format: t.ActivityExportFormat = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """Entries as CSV, JSON or one JSON record a line, newest first. Agents, tools and tokens see what came by way of themselves alone."""
        return self._call(
            "POST",
            "/admin/activity/export",
            "file",
            {"filter": filter, "format": format},
            idempotency_key=idempotency_key,
            if_match=if_match,
            byte_range=byte_range,
        )

    def redact(
        self,
        *,
        ids: List[int] = OMIT,
        filter: t.ActivityFilterInput = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ActivityRedactReply:
        """Removes for good what entries were about. That there was something stays."""
        return self._call(
            "POST",
            "/admin/activity/redact",
            "json",
            {"ids": ids, "filter": filter},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def prune(
        self,
        *,
        before: int,
        tiers: List[t.ActivityTier] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ActivityPruneReply:
        """Removes entries for good."""
        return self._call(
            "POST",
            "/admin/activity/prune",
            "json",
            {"before": before, "tiers": tiers},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def pause(
        self,
        *,
        minutes: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ActivityPauseReply:
        """Records nothing for some minutes, or until it is resumed; the pause itself is recorded."""
        return self._call(
            "POST",
            "/admin/activity/pause",
            "json",
            {"minutes": minutes},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def resume(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ActivityResumeReply:
        """Records again."""
        return self._call(
            "POST",
            "/admin/activity/resume",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def saved_filters(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.ActivitySavedFiltersReply:
        """The filters that were saved, by name."""
        return self._call(
            "GET",
            "/admin/activity/saved",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def save_filter(
        self,
        *,
        name: str,
        filter: t.ActivityFilterInput,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ActivitySaveFilterReply:
        """Saves a filter under a name; one of the same name is replaced."""
        return self._call(
            "POST",
            "/admin/activity/saved",
            "json",
            {"name": name, "filter": filter},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def saved_filter(
        self,
        *,
        slug: str,
    ) -> t.ActivitySavedFilterReply:
        """One saved filter."""
        return self._call(
            "GET",
            "/admin/activity/saved/{slug}",
            "json",
            {"slug": slug},
        )

    def remove_filter(
        self,
        *,
        slug: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ActivityRemoveFilterReply:
        """Forgets a saved filter."""
        return self._call(
            "DELETE",
            "/admin/activity/saved/{slug}",
            "json",
            {"slug": slug},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def link_opened(
        self,
        *,
        message_id: str,
        host: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ActivityLinkOpenedReply:
        """Says that a link of a message was opened. It is recorded only with [activity].track_link_clicks."""
        return self._call(
            "POST",
            "/admin/activity/link-opened",
            "json",
            {"message_id": message_id, "host": host},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Admin:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def status(
        self,
    ) -> t.AdminStatusReply:
        """How the daemon is: process, accounts, message count, sync. `degraded` means the mail database cannot be used as usual, and counts may not be known."""
        return self._call(
            "GET",
            "/admin/status",
            "json",
            {},
        )

    def ping(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AdminPingReply:
        """Answers, if the daemon lives."""
        return self._call(
            "POST",
            "/admin/ping",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def shutdown(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.AdminShutdownReply:
        """Stops the daemon in good order, after this answer is out. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/admin/shutdown",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def events(
        self,
        *,
        cursor: str = OMIT,
        limit: int = OMIT,
        offset: int = OMIT,
        level: Literal["info", "warn", "error"] = OMIT,
        category: str = OMIT,
        category_prefix: str = OMIT,
        since: int = OMIT,
        until: int = OMIT,
        search: str = OMIT,
    ) -> t.AdminEventsReply:
        """What has happened, in words, newest first: the events that were recorded, for as long as they are kept."""
        return self._call(
            "GET",
            "/admin/events",
            "json",
            {"cursor": cursor, "limit": limit, "offset": offset, "level": level, "category": category, "category_prefix": category_prefix, "since": since, "until": until, "search": search},
        )

    def count_events(
        self,
        *,
        level: Literal["info", "warn", "error"] = OMIT,
        category: str = OMIT,
        category_prefix: str = OMIT,
        since: int = OMIT,
        until: int = OMIT,
        search: str = OMIT,
    ) -> t.AdminCountEventsReply:
        """How many recorded events there are."""
        return self._call(
            "GET",
            "/admin/events/count",
            "json",
            {"level": level, "category": category, "category_prefix": category_prefix, "since": since, "until": until, "search": search},
        )

    def event_categories(
        self,
    ) -> t.AdminEventCategoriesReply:
        """The categories of which events are recorded."""
        return self._call(
            "GET",
            "/admin/events/categories",
            "json",
            {},
        )

    def logs(
        self,
        *,
        cursor: str = OMIT,
        limit: int = OMIT,
        offset: int = OMIT,
        level: Literal["trace", "debug", "info", "warn", "error", "fatal"] = OMIT,
        search: str = OMIT,
        format: Literal["text", "json"] = OMIT,
    ) -> t.AdminLogsReply:
        """Lines of the log, newest first, those of its older files included."""
        return self._call(
            "GET",
            "/admin/logs",
            "json",
            {"cursor": cursor, "limit": limit, "offset": offset, "level": level, "search": search, "format": format},
        )

class _Agents:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
    ) -> t.AgentsState:
        """Whether all agents and tools are paused."""
        return self._call(
            "GET",
            "/platform/agents",
            "json",
            {},
        )

    def pause(
        self,
        *,
        paused: bool,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AgentsState:
        """Pauses all agents and tools, or resumes them. While they are paused, every request of them is refused, and nothing that they scheduled is sent. It stays so after a restart."""
        return self._call(
            "POST",
            "/platform/agents/pause",
            "json",
            {"paused": paused},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Analytics:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def wrapped(
        self,
        *,
        account_id: str = OMIT,
        since_unix: int = OMIT,
        until_unix: int = OMIT,
        label: str = OMIT,
    ) -> t.AnalyticsWrappedReply:
        """A look back at a period, by default the current year: volume, habits, people, replies, newsletters."""
        return self._call(
            "GET",
            "/platform/analytics/wrapped",
            "json",
            {"account_id": account_id, "since_unix": since_unix, "until_unix": until_unix, "label": label},
        )

    def storage(
        self,
        *,
        account_id: str = OMIT,
        group_by: Literal["sender", "mimetype", "mime", "label", "year"] = OMIT,
        since_days: int = OMIT,
        limit: int = OMIT,
    ) -> t.AnalyticsStorageReply:
        """What takes space, the most first: by sender, by type of attachments, or by label; or by year, the newest first."""
        return self._call(
            "GET",
            "/platform/analytics/storage-breakdown",
            "json",
            {"account_id": account_id, "group_by": group_by, "since_days": since_days, "limit": limit},
        )

    def largest(
        self,
        *,
        account_id: str = OMIT,
        since_days: int = OMIT,
        limit: int = OMIT,
    ) -> t.AnalyticsLargestReply:
        """The largest messages outside the trash."""
        return self._call(
            "GET",
            "/platform/analytics/largest-messages",
            "json",
            {"account_id": account_id, "since_days": since_days, "limit": limit},
        )

    def stale_threads(
        self,
        *,
        account_id: str = OMIT,
        perspective: Literal["mine", "user", "theirs", "counterparty"] = OMIT,
        older_than_days: int = OMIT,
        within_days: int = OMIT,
        limit: int = OMIT,
    ) -> t.AnalyticsStaleThreadsReply:
        """Conversations in which an answer of the user, or of the other person, is due, the oldest first."""
        return self._call(
            "GET",
            "/platform/analytics/stale-threads",
            "json",
            {"account_id": account_id, "perspective": perspective, "older_than_days": older_than_days, "within_days": within_days, "limit": limit},
        )

    def asymmetry(
        self,
        *,
        account_id: str = OMIT,
        min_inbound: int = OMIT,
        limit: int = OMIT,
    ) -> t.AnalyticsAsymmetryReply:
        """People by how much more they write than the user, without senders of mailings."""
        return self._call(
            "GET",
            "/platform/analytics/contact-asymmetry",
            "json",
            {"account_id": account_id, "min_inbound": min_inbound, "limit": limit},
        )

    def decay(
        self,
        *,
        account_id: str = OMIT,
        threshold_days: int = OMIT,
        max_lookback_days: int = OMIT,
        limit: int = OMIT,
    ) -> t.AnalyticsDecayReply:
        """People who wrote to the user and were written to, and have not written for a while."""
        return self._call(
            "GET",
            "/platform/analytics/contact-decay",
            "json",
            {"account_id": account_id, "threshold_days": threshold_days, "max_lookback_days": max_lookback_days, "limit": limit},
        )

    def response_time(
        self,
        *,
        account_id: str = OMIT,
        direction: Literal["they_replied", "outgoing", "i_replied", "incoming"] = OMIT,
        counterparty: str = OMIT,
        since_days: int = OMIT,
    ) -> t.AnalyticsResponseTimeReply:
        """How long replies took, in clock time and in business hours."""
        return self._call(
            "GET",
            "/platform/analytics/response-time",
            "json",
            {"account_id": account_id, "direction": direction, "counterparty": counterparty, "since_days": since_days},
        )

    def refresh_contacts(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.AnalyticsRefreshContactsReply:
        """Counts the contacts anew from the stored mail, and answers when it is done. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/analytics/refresh-contacts",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def rebuild(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.AnalyticsRebuildReply:
        """Computes anew what the reports are made of, as a job, and answers when it is done. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/analytics/rebuild",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Approvals:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        cursor: str = OMIT,
        which: Literal["pending", "decided", "all"] = OMIT,
        limit: int = OMIT,
        offset: int = OMIT,
    ) -> t.ApprovalsListReply:
        """Approvals, the newest first. An agent sees only those that it asked for."""
        return self._call(
            "GET",
            "/platform/approvals",
            "json",
            {"cursor": cursor, "which": which, "limit": limit, "offset": offset},
        )

    def get(
        self,
        *,
        approval_id: str,
    ) -> t.ApprovalsGetReply:
        """One approval, and how it ended."""
        return self._call(
            "GET",
            "/platform/approvals/{approval_id}",
            "json",
            {"approval_id": approval_id},
        )

    def approve(
        self,
        *,
        approval_id: str,
        payload_hash: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ApprovalsApproveReply:
        """Has a request carried out, once, exactly as it was shown. Only in the page and the app."""
        return self._call(
            "POST",
            "/platform/approvals/{approval_id}/approve",
            "json",
            {"approval_id": approval_id, "payload_hash": payload_hash},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def decline(
        self,
        *,
        approval_id: str,
        reason: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ApprovalsDeclineReply:
        """Refuses a request. Only in the page and the app."""
        return self._call(
            "POST",
            "/platform/approvals/{approval_id}/decline",
            "json",
            {"approval_id": approval_id, "reason": reason},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def withdraw(
        self,
        *,
        approval_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ApprovalsWithdrawReply:
        """Cancels a request of the caller’s own that still waits."""
        return self._call(
            "POST",
            "/platform/approvals/{approval_id}/withdraw",
            "json",
            {"approval_id": approval_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Assist:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def summarize(
        self,
        *,
        thread_id: str,
        refresh: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistSummarizeReply:
        """A summary of a conversation, written by a model, or the stored one if nothing has come or gone since."""
        return self._call(
            "POST",
            "/mail/threads/{thread_id}/summarize",
            "json",
            {"thread_id": thread_id, "refresh": refresh},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def thread_briefing(
        self,
        *,
        thread_id: str,
        refresh: bool = OMIT,
    ) -> t.AssistThreadBriefingReply:
        """A briefing on a conversation that has rested: what is known, where it stands, and what is open."""
        return self._call(
            "GET",
            "/mail/threads/{thread_id}/briefing",
            "json",
            {"thread_id": thread_id, "refresh": refresh},
        )

    def contact_briefing(
        self,
        *,
        account_id: str,
        email: str,
        refresh: bool = OMIT,
    ) -> t.AssistContactBriefingReply:
        """A briefing on a person before one writes to them."""
        return self._call(
            "GET",
            "/mail/contacts/briefing",
            "json",
            {"account_id": account_id, "email": email, "refresh": refresh},
        )

    def experts(
        self,
        *,
        account_id: str,
        query: str,
        include_self: bool = OMIT,
        limit: int = OMIT,
    ) -> t.AssistExpertsReply:
        """Who has answered in conversations about a question, counted in the stored mail without a model."""
        return self._call(
            "GET",
            "/mail/contacts/expert",
            "json",
            {"account_id": account_id, "query": query, "include_self": include_self, "limit": limit},
        )

    def explain_experts(
        self,
        *,
        account_id: str,
        query: str,
        include_self: bool = OMIT,
        limit: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistExplainExpertsReply:
        """The same, with reasons that a model finds in their answers."""
        return self._call(
            "POST",
            "/mail/contacts/expert/explain",
            "json",
            {"account_id": account_id, "query": query, "include_self": include_self, "limit": limit},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def draft_assist(
        self,
        *,
        thread_id: str,
        instruction: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistDraftAssistReply:
        """Suggests an answer in a conversation. Stores and sends nothing."""
        return self._call(
            "POST",
            "/mail/threads/draft-assist",
            "json",
            {"thread_id": thread_id, "instruction": instruction},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def new_draft(
        self,
        *,
        instruction: str,
        account_id: str = OMIT,
        to: t.Address = OMIT,
        source_message_id: str = OMIT,
        thread_id: str = OMIT,
        register: t.VoiceRegisterData = OMIT,
        length_hint: t.DraftLengthHintData = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistNewDraftReply:
        """Suggests a text for a message or an answer. Stores and sends nothing."""
        return self._call(
            "POST",
            "/mail/drafts/new",
            "json",
            {"instruction": instruction, "account_id": account_id, "to": to, "source_message_id": source_message_id, "thread_id": thread_id, "register": register, "length_hint": length_hint},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def compose_draft(
        self,
        *,
        instruction: str,
        account_id: str = OMIT,
        to: t.Address = OMIT,
        source_message_id: str = OMIT,
        thread_id: str = OMIT,
        register: t.VoiceRegisterData = OMIT,
        length_hint: t.DraftLengthHintData = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistComposeDraftReply:
        """As POST /mail/drafts/new."""
        return self._call(
            "POST",
            "/mail/drafts/compose",
            "json",
            {"instruction": instruction, "account_id": account_id, "to": to, "source_message_id": source_message_id, "thread_id": thread_id, "register": register, "length_hint": length_hint},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def refine(
        self,
        *,
        draft_id: str,
        knobs: t.DraftRefineKnobsData,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistRefineReply:
        """Suggests another wording of a draft. What it quotes stays, and the stored draft is not changed."""
        return self._call(
            "POST",
            "/mail/drafts/refine",
            "json",
            {"draft_id": draft_id, "knobs": knobs},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def review(
        self,
        *,
        draft_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistReviewReply:
        """What a model notices in a draft before it is sent: unanswered questions and promises. It blocks nothing."""
        return self._call(
            "POST",
            "/mail/drafts/review",
            "json",
            {"draft_id": draft_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def score(
        self,
        *,
        text: str,
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistScoreReply:
        """Whether a text sounds like a person, by rules on this computer. No model reads it."""
        return self._call(
            "POST",
            "/mail/humanizer/score",
            "json",
            {"text": text, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def rewrite(
        self,
        *,
        text: str,
        max_iterations: int = OMIT,
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AssistRewriteReply:
        """Has a model rewrite a text until it sounds like a person, and returns the best of it."""
        return self._call(
            "POST",
            "/mail/humanizer/rewrite",
            "json",
            {"text": text, "max_iterations": max_iterations, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Attachments:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def open(
        self,
        *,
        message_id: str,
        attachment_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AttachmentsOpenReply:
        """Writes an attachment to a temporary file for a program to open. Only its owner can read it; it is removed a day after it was opened last."""
        return self._call(
            "POST",
            "/mail/attachments/open",
            "json",
            {"message_id": message_id, "attachment_id": attachment_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def preview(
        self,
        *,
        message_id: str,
        attachment_id: str,
        form: Literal["text", "markdown", "table", "calendar", "contacts", "message"],
        inside: List[int] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AttachmentsPreviewReply:
        """What an attachment holds, read for people: a text in its character set, a table, the events of a calendar, contacts, or an attached message. Of a large one the beginning. What was left on the mail server is fetched first."""
        return self._call(
            "POST",
            "/mail/attachments/preview",
            "json",
            {"message_id": message_id, "attachment_id": attachment_id, "inside": inside, "form": form},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def content(
        self,
        *,
        message_id: str,
        attachment_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AttachmentsContentReply:
        """The content of an attachment of at most 5 MB as JSON, for programs that take no streams. What was left on the mail server is fetched first."""
        return self._call(
            "POST",
            "/mail/attachments/content",
            "json",
            {"message_id": message_id, "attachment_id": attachment_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def download(
        self,
        *,
        message_id: str,
        attachment_id: str,
        inside: List[int] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """An attachment as a file; or, for who asks for JSON, saved into the download folder of this computer under a name that is free there. What was left on the mail server is fetched first."""
        return self._call(
            "POST",
            "/mail/attachments/download",
            "file",
            {"message_id": message_id, "attachment_id": attachment_id, "inside": inside},
            idempotency_key=idempotency_key,
            if_match=if_match,
            byte_range=byte_range,
        )

class _Authorization:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def start(
        self,
        *,
        account: t.AuthorizationStartAccount,
        reauthorize: bool = OMIT,
        flow: Literal["auto", "installed", "device"] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AuthorizationStartReply:
        """Starts a sign-in in the browser, or with a code for Outlook. It replaces an unfinished one of the same account, and expires after 15 minutes."""
        return self._call(
            "POST",
            "/platform/auth/sessions/start",
            "json",
            {"account": account, "reauthorize": reauthorize, "flow": flow},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def get(
        self,
        *,
        session_id: str,
    ) -> t.AuthorizationGetReply:
        """How a sign-in stands. Only people get its links and its code."""
        return self._call(
            "GET",
            "/platform/auth/sessions/{session_id}",
            "json",
            {"session_id": session_id},
        )

    def cancel(
        self,
        *,
        session_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AuthorizationCancelReply:
        """Ends a sign-in. What the browser brings later is ignored."""
        return self._call(
            "POST",
            "/platform/auth/sessions/{session_id}/cancel",
            "json",
            {"session_id": session_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def complete(
        self,
        *,
        session_id: str,
        save_account: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.AuthorizationCompleteReply:
        """Stores the sign-in of an authorized session, and the account where `save_account` says so."""
        return self._call(
            "POST",
            "/platform/auth/sessions/{session_id}/complete",
            "json",
            {"session_id": session_id, "save_account": save_account},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Backup:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.BackupListReply:
        """The backups there are, newest first."""
        return self._call(
            "GET",
            "/admin/backups",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.BackupCreateReply:
        """Makes a backup while everything goes on, and answers at once with the job. One that is being made, also automatically, is joined."""
        return self._call(
            "POST",
            "/admin/backups",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def check(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.BackupCheckReply:
        """Opens a backup and reads every byte of it, and answers at once with the job. The list has the result."""
        return self._call(
            "POST",
            "/admin/backups/{name}/check",
            "json",
            {"name": name},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def restore(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.BackupRestoreReply:
        """Checks a backup, and when it is sound restarts the daemon with it. What is here now is kept in a folder."""
        return self._call(
            "POST",
            "/admin/backups/{name}/restore",
            "json",
            {"name": name},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def remove(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.BackupRemoveReply:
        """Deletes a backup for good."""
        return self._call(
            "DELETE",
            "/admin/backups/{name}",
            "json",
            {"name": name},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _BlockedSenders:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.BlockedSendersListReply:
        """The blocked senders, the latest first."""
        return self._call(
            "GET",
            "/mail/blocked-senders",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def block(
        self,
        *,
        message_id: str = OMIT,
        sender: str = OMIT,
        existing: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.BlockedSendersBlockReply:
        """Blocks a sender in every account that the caller may see: new mail from this address goes to the trash and stays unread. Mail that is here already stays where it is, unless `existing` is set. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/blocked-senders",
            "json",
            {"message_id": message_id, "sender": sender, "existing": existing},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def unblock(
        self,
        *,
        sender: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.BlockedSendersUnblockReply:
        """Unblocks a sender in every account that the caller may see. No mail is moved. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/blocked-senders/{sender}",
            "json",
            {"sender": sender},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Changes:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        since: str = OMIT,
        limit: int = OMIT,
        account_id: str = OMIT,
    ) -> t.ChangesListReply:
        """The messages and conversations that were added, changed or removed since a state. Without `since` it gives the present state and nothing else."""
        return self._call(
            "GET",
            "/mail/changes",
            "json",
            {"since": since, "limit": limit, "account_id": account_id},
        )

class _Classification:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
        *,
        message_id: str,
    ) -> t.ClassificationGetReply:
        """What a received message is, and what that follows from."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/classification",
            "json",
            {"message_id": message_id},
        )

    def corrections(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.ClassificationCorrectionsReply:
        """What the user has said that mail of senders and lists is, the latest first."""
        return self._call(
            "GET",
            "/mail/classification/corrections",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def correct(
        self,
        *,
        message_id: str,
        scope: Literal["sender", "list"],
        mail_kind: Union[t.MailKind, None],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ClassificationCorrectReply:
        """Says what all mail of the sender or the list of a message is, for mail that is here and for mail to come. null takes it away. No mail is moved. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/classification/corrections",
            "json",
            {"message_id": message_id, "scope": scope, "mail_kind": mail_kind},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def recompute(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ClassificationRecomputeReply:
        """Classifies all received mail again, as a job. Corrections stay. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/classification/recompute",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Client:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def health(
        self,
    ) -> t.ClientHealthReply:
        """Whether the bridge answers, and which protocol it speaks."""
        return self._call(
            "GET",
            "/health",
            "json",
            {},
        )

    def i18n(
        self,
    ) -> t.Locale:
        """Texts for pages, in the language that `[ui].language` or the system asks for, else in English."""
        return self._call(
            "GET",
            "/i18n",
            "json",
            {},
        )

    def shell(
        self,
    ) -> t.ClientShellReply:
        """What surrounds every page: account and sync labels, and the sidebar with its counts."""
        return self._call(
            "GET",
            "/client/shell",
            "json",
            {},
        )

    def permissions(
        self,
    ) -> t.Permissions:
        """What the caller may do now: by the safety policy, by its profile and by its token."""
        return self._call(
            "GET",
            "/client/permissions",
            "json",
            {},
        )

class _Commitments:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        cursor: str = OMIT,
        account_id: str = OMIT,
        email: str = OMIT,
        status: Literal["open", "resolved", "expired"] = OMIT,
        direction: Literal["yours", "theirs"] = OMIT,
        thread_id: str = OMIT,
        limit: int = OMIT,
    ) -> t.CommitmentsListReply:
        """Promises that were found in mail: overdue ones and those that are due first come first."""
        return self._call(
            "GET",
            "/mail/commitments",
            "json",
            {"cursor": cursor, "account_id": account_id, "email": email, "status": status, "direction": direction, "thread_id": thread_id, "limit": limit},
        )

    def resolve(
        self,
        *,
        commitment_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.CommitmentsResolveReply:
        """Marks a commitment as kept. If it is the promise of the user, its to-do is ticked off. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/commitments/{commitment_id}/resolve",
            "json",
            {"commitment_id": commitment_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def dismiss(
        self,
        *,
        commitment_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.CommitmentsDismissReply:
        """Dismisses a commitment that is none. It is not found again. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/commitments/{commitment_id}/dismiss",
            "json",
            {"commitment_id": commitment_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def scan(
        self,
        *,
        since_days: int = OMIT,
        wait: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.CommitmentsScanReply:
        """Looks for commitments in mail that is here already, as a job. What is known stays as it is. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/commitments/scan",
            "json",
            {"since_days": since_days, "wait": wait},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Compose:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def send_message(
        self,
        *,
        account_id: str = OMIT,
        from_: str = OMIT,
        to: Union[str, List[str]] = OMIT,
        cc: Union[str, List[str]] = OMIT,
        bcc: Union[str, List[str]] = OMIT,
        subject: str = OMIT,
        body: str = OMIT,
        attachments: List[str] = OMIT,
        in_reply_to: str = OMIT,
        reply_all: bool = OMIT,
        quote: bool = OMIT,
        signature: str = OMIT,
        send_at: str = OMIT,
        hold_seconds: int = OMIT,
        dry_run: bool = OMIT,
        override_safety_token: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ComposeSendMessageReply:
        """Sends a message in one call, by the outbox. It answers when the message is queued and stored, not when it has left: `GET /mail/outbox` and the event `OutboxUpdated` say what became of it. Send an Idempotency-Key, so that a repeat sends nothing. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/send",
            "json",
            {"account_id": account_id, "from": from_, "to": to, "cc": cc, "bcc": bcc, "subject": subject, "body": body, "attachments": attachments, "in_reply_to": in_reply_to, "reply_all": reply_all, "quote": quote, "signature": signature, "send_at": send_at, "hold_seconds": hold_seconds, "dry_run": dry_run, "override_safety_token": override_safety_token},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def upload_file(
        self,
        *,
        filename: str,
        content: bytes | BinaryIO,
        type: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeUploadFileReply:
        """Streams a file that `POST /mail/send` attaches. It is kept for two days, and can be sent once."""
        return self._call(
            "POST",
            "/mail/uploads",
            "upload",
            {"filename": filename, "type": type, "content": content},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def open(
        self,
        *,
        kind: t.ComposeKind,
        message_id: str = OMIT,
        to: str = OMIT,
        cc: str = OMIT,
        bcc: str = OMIT,
        subject: str = OMIT,
        body: str = OMIT,
        account_id: str = OMIT,
        action: Literal["accept", "tentative", "maybe", "decline"] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeOpenReply:
        """Begins to write: a new message, an answer, or a forward."""
        return self._call(
            "POST",
            "/mail/compose/session",
            "json",
            {"kind": kind, "message_id": message_id, "to": to, "cc": cc, "bcc": bcc, "subject": subject, "body": body, "account_id": account_id, "action": action},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def refresh(
        self,
        *,
        draft_path: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeRefreshReply:
        """The session as it is now."""
        return self._call(
            "POST",
            "/mail/compose/session/refresh",
            "json",
            {"draft_path": draft_path},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def sessions(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.ComposeSessionsReply:
        """Every session that is open, the newest change first."""
        return self._call(
            "GET",
            "/mail/compose/sessions",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def restore(
        self,
        *,
        draft_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeRestoreReply:
        """Opens a stored draft for editing. If it is already open, returns its session."""
        return self._call(
            "POST",
            "/mail/compose/session/restore",
            "json",
            {"draft_id": draft_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def update(
        self,
        *,
        draft_path: str,
        to: str,
        cc: str,
        bcc: str,
        subject: str,
        from_: str,
        attach: List[str] = OMIT,
        body: str = OMIT,
        signature: Union[str, None] = OMIT,
        revision: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeUpdateReply:
        """Stores the text locally at once, and soon after on the server if the draft is linked to one."""
        return self._call(
            "POST",
            "/mail/compose/session/update",
            "json",
            {"draft_path": draft_path, "to": to, "cc": cc, "bcc": bcc, "subject": subject, "from": from_, "attach": attach, "body": body, "signature": signature, "revision": revision},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def send(
        self,
        *,
        draft_path: str,
        account_id: str = OMIT,
        override_safety_token: str = OMIT,
        send_at: str = OMIT,
        hold_seconds: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ComposeSendReply:
        """Sends it and ends the session. In the app, sending can be undone for a few seconds. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/compose/session/send",
            "json",
            {"draft_path": draft_path, "account_id": account_id, "override_safety_token": override_safety_token, "send_at": send_at, "hold_seconds": hold_seconds},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def save(
        self,
        *,
        draft_path: str,
        account_id: str = OMIT,
        draft_id: str = OMIT,
        save_to_server: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeSaveReply:
        """Stores it as a draft, also on the server where that keeps drafts, and ends the session."""
        return self._call(
            "POST",
            "/mail/compose/session/save",
            "json",
            {"draft_path": draft_path, "account_id": account_id, "draft_id": draft_id, "save_to_server": save_to_server},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def attach(
        self,
        *,
        draft_path: str,
        filename: str,
        content_base64: str,
        inline: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeFile:
        """Gives a small file to the session, as base64. The next update lists its path under `attach`."""
        return self._call(
            "POST",
            "/mail/compose/session/attachment",
            "json",
            {"draft_path": draft_path, "filename": filename, "content_base64": content_base64, "inline": inline},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def upload(
        self,
        *,
        draft_path: str,
        filename: str,
        content: bytes | BinaryIO,
        type: str = OMIT,
        inline: Literal["true", "false"] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeFile:
        """Streams a file of any size to the session."""
        return self._call(
            "POST",
            "/mail/compose/session/upload",
            "upload",
            {"draft_path": draft_path, "filename": filename, "type": type, "inline": inline, "content": content},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def file(
        self,
        *,
        draft_path: str,
        path: str,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """A file of the session, to show it."""
        return self._call(
            "GET",
            "/mail/compose/session/file",
            "file",
            {"draft_path": draft_path, "path": path},
            byte_range=byte_range,
        )

    def collaborators(
        self,
        *,
        draft_path: str,
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeCollaboratorsReply:
        """People who are often written to together with those it goes to; five at the most."""
        return self._call(
            "POST",
            "/mail/compose/session/collaborators",
            "json",
            {"draft_path": draft_path, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def safety_check(
        self,
        *,
        draft_path: str,
        account_id: str = OMIT,
        send_at: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeSafetyCheckReply:
        """What is to be considered before it is sent, found by the rules that sending obeys."""
        return self._call(
            "POST",
            "/mail/compose/session/safety-check",
            "json",
            {"draft_path": draft_path, "account_id": account_id, "send_at": send_at},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def discard(
        self,
        *,
        draft_path: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ComposeDiscardReply:
        """Ends the session. A draft that was not saved is discarded, and can be restored for 30 days."""
        return self._call(
            "POST",
            "/mail/compose/session/discard",
            "json",
            {"draft_path": draft_path},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Deliveries:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
        filter: Literal["active", "delivered", "all", "dismissed"] = OMIT,
    ) -> t.DeliveriesListReply:
        """Deliveries: those under way, the next to arrive first, then the others, the latest first."""
        return self._call(
            "GET",
            "/mail/deliveries",
            "json",
            {"limit": limit, "cursor": cursor, "filter": filter},
        )

    def get(
        self,
        *,
        id: str,
    ) -> t.DeliveriesGetReply:
        """One delivery, with the messages that tell of it."""
        return self._call(
            "GET",
            "/mail/deliveries/{id}",
            "json",
            {"id": id},
        )

    def scan(
        self,
        *,
        since_days: int = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.DeliveriesScanReply:
        """Looks through stored mail for deliveries, as a job with progress, and answers when it is done. A dry run finds the same and changes nothing. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/deliveries/scan",
            "json",
            {"since_days": since_days, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def resolve(
        self,
        *,
        id: str,
        undo: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.DeliveriesResolveReply:
        """Says that a delivery has arrived, which can be undone. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/deliveries/{id}/resolve",
            "json",
            {"id": id, "undo": undo},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def dismiss(
        self,
        *,
        id: str,
        undo: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.DeliveriesDismissReply:
        """Hides what is no delivery, also from later scans, which can be undone. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/deliveries/{id}/dismiss",
            "json",
            {"id": id, "undo": undo},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Demo:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
    ) -> t.DemoGetReply:
        """Whether this is a demo, and whether one can leave for it or come back from it."""
        return self._call(
            "GET",
            "/platform/demo",
            "json",
            {},
        )

    def set_mode(
        self,
        *,
        on: bool,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.DemoSetModeReply:
        """Leaves for a demo mailbox of made-up mail, or comes back from it. The daemon starts anew at the same address with another token; the accounts of the owner stay as they are and are not synced meanwhile."""
        return self._call(
            "POST",
            "/platform/demo",
            "json",
            {"on": on},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Diagnostics:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def report(
        self,
        *,
        deep: bool = OMIT,
    ) -> t.DiagnosticsReportReply:
        """Looks at everything that can go wrong. `deep` looks through all that is stored, which takes longer."""
        return self._call(
            "GET",
            "/admin/diagnostics",
            "json",
            {"deep": deep},
        )

    def bug_report(
        self,
    ) -> t.DiagnosticsBugReportReply:
        """The same as Markdown to be shown to strangers: no addresses, names, subjects, paths, host names or secrets."""
        return self._call(
            "GET",
            "/admin/diagnostics/bug-report",
            "json",
            {},
        )

    def repair(
        self,
        *,
        action: Literal["sync_now", "retry_stuck", "repair_index", "rebuild_index", "recount_contacts", "recount_labels", "fix_file_modes", "make_backup", "restore_config", "restore_keys", "restore_secrets", "reset_config", "reset_keys", "reset_secrets"],
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.DiagnosticsRepairReply:
        """Does what a finding offers. Asked for again while it runs, it gives the same job. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/admin/diagnostics/repair",
            "json",
            {"action": action, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Gists:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        thread_ids: List[str],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.GistsListReply:
        """The gists that were written of these conversations as they are. Writes none."""
        return self._call(
            "POST",
            "/mail/threads/gists",
            "json",
            {"thread_ids": thread_ids},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Images:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        message_id: str,
        allow_remote: bool = OMIT,
        which: Literal["all", "shown"] = OMIT,
    ) -> t.ImagesListReply:
        """The images a message’s HTML shows, those on the internet fetched where that is wanted."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/html-images",
            "json",
            {"message_id": message_id, "allow_remote": allow_remote, "which": which},
        )

    def allowances(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.ImagesAllowancesReply:
        """The senders whose images are shown without asking, the latest first."""
        return self._call(
            "GET",
            "/mail/image-allowances",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def allow(
        self,
        *,
        message_id: str = OMIT,
        account_id: str = OMIT,
        sender: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ImagesAllowReply:
        """Has the images of a sender shown without asking from now on. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/image-allowances",
            "json",
            {"message_id": message_id, "account_id": account_id, "sender": sender},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def forget(
        self,
        *,
        account_id: str,
        sender: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ImagesForgetReply:
        """Asks again before the images of a sender are shown. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/image-allowances/{account_id}/{sender}",
            "json",
            {"account_id": account_id, "sender": sender},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Drafts:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.DraftsListReply:
        """The stored drafts of all accounts, newest edit first."""
        return self._call(
            "GET",
            "/mail/drafts",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def get(
        self,
        *,
        draft_id: str,
    ) -> t.DraftsGetReply:
        """A stored draft."""
        return self._call(
            "GET",
            "/mail/drafts/{draft_id}/stored",
            "json",
            {"draft_id": draft_id},
        )

    def remove(
        self,
        *,
        draft_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.DraftsRemoveReply:
        """Discards a draft, on its server first. It can be restored for 30 days."""
        return self._call(
            "DELETE",
            "/mail/drafts/{draft_id}/stored",
            "json",
            {"draft_id": draft_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def save_local(
        self,
        *,
        id: str,
        account_id: str,
        from_: Union[t.DraftsSaveLocalFrom1, None] = OMIT,
        to: List[t.DraftsSaveLocalToItem] = OMIT,
        cc: List[t.DraftsSaveLocalCcItem] = OMIT,
        bcc: List[t.DraftsSaveLocalBccItem] = OMIT,
        subject: str = OMIT,
        body_markdown: Union[str, None] = OMIT,
        body_html: Union[str, None] = OMIT,
        body_text: Union[str, None] = OMIT,
        attachments: List[str] = OMIT,
        inline_assets: List[t.InlineAsset] = OMIT,
        inline_calendar_reply: Union[t.InlineCalendarReply, None] = OMIT,
        intent: t.DraftIntent = OMIT,
        reply_headers: Union[t.ReplyHeaders, None] = OMIT,
        created_at: str = OMIT,
        updated_at: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.DraftsSaveLocalReply:
        """Stores a draft without a compose session: a new id makes one, a known one is brought up to date."""
        return self._call(
            "POST",
            "/mail/drafts/save-local",
            "json",
            {"id": id, "account_id": account_id, "from": from_, "to": to, "cc": cc, "bcc": bcc, "subject": subject, "body_markdown": body_markdown, "body_html": body_html, "body_text": body_text, "attachments": attachments, "inline_assets": inline_assets, "inline_calendar_reply": inline_calendar_reply, "intent": intent, "reply_headers": reply_headers, "created_at": created_at, "updated_at": updated_at},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def discarded(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.DraftsDiscardedReply:
        """Drafts discarded in the last 30 days."""
        return self._call(
            "GET",
            "/mail/drafts/discarded",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def recover(
        self,
        *,
        draft_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.DraftsRecoverReply:
        """Restores a discarded draft."""
        return self._call(
            "POST",
            "/mail/drafts/{draft_id}/recover",
            "json",
            {"draft_id": draft_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def create_from_message(
        self,
        *,
        message_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.DraftsCreateFromMessageReply:
        """Makes a stored draft of one that another program left on the server, and keeps the two the same."""
        return self._call(
            "POST",
            "/mail/drafts/adopt",
            "json",
            {"message_id": message_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Exports:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def thread(
        self,
        *,
        thread_id: str,
        format: Literal["markdown", "json", "mbox", "eml"] = OMIT,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """One conversation as Markdown, JSON, mbox, or, where it is one message, as that message."""
        return self._call(
            "GET",
            "/mail/threads/{thread_id}/export",
            "file",
            {"thread_id": thread_id, "format": format},
            byte_range=byte_range,
        )

    def search(
        self,
        *,
        query: str,
        format: t.ExportFormat,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """All conversations in which a query finds something, one after the other."""
        return self._call(
            "POST",
            "/mail/export-search",
            "file",
            {"query": query, "format": format},
            idempotency_key=idempotency_key,
            if_match=if_match,
            byte_range=byte_range,
        )

    def start(
        self,
        *,
        format: t.ExportFormat,
        query: str = OMIT,
        thread_ids: List[str] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ExportsStartReply:
        """Writes an export into the folder of downloads, and answers at once with the job. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/exports",
            "json",
            {"query": query, "thread_ids": thread_ids, "format": format},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def start_mailboxes(
        self,
        *,
        format: Literal["Mbox", "Eml", "Json"],
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ExportsStartMailboxesReply:
        """Writes all mail of one account or of all into a folder in the folder of downloads, and answers at once with the job. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/exports/mailboxes",
            "json",
            {"account_id": account_id, "format": format},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Import:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.ImportListReply:
        """The imports that take files, and those of the newest hundred jobs, newest first."""
        return self._call(
            "GET",
            "/mail/imports",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def create(
        self,
        *,
        folder: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.MailImport:
        """Creates an import and accepts its files. An import that is not started within a day is deleted."""
        return self._call(
            "POST",
            "/mail/imports",
            "json",
            {"folder": folder},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def details(
        self,
        *,
        import_id: str,
    ) -> t.MailImportWhole:
        """One import, with the first hundred files it had trouble with."""
        return self._call(
            "GET",
            "/mail/imports/{import_id}",
            "json",
            {"import_id": import_id},
        )

    def discard(
        self,
        *,
        import_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ImportDiscardReply:
        """Discards an import that was not started, with its files."""
        return self._call(
            "DELETE",
            "/mail/imports/{import_id}",
            "json",
            {"import_id": import_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def upload_file(
        self,
        *,
        import_id: str,
        path: str,
        size: int,
        content: bytes | BinaryIO,
        offset: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ImportUploadFileReply:
        """Gives a file, or the next stretch of it, as its bytes. It counts once it is whole; given again from the beginning, it takes the place of the one before."""
        return self._call(
            "POST",
            "/mail/imports/{import_id}/files",
            "upload",
            {"import_id": import_id, "path": path, "size": size, "offset": offset, "content": content},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def start_uploaded(
        self,
        *,
        import_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.MailImport:
        """Starts importing the files that are here whole, and answers at once with the job."""
        return self._call(
            "POST",
            "/mail/imports/{import_id}/start",
            "json",
            {"import_id": import_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Invites:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        cursor: str = OMIT,
        limit: int = OMIT,
        upcoming: bool = OMIT,
    ) -> t.InvitesListReply:
        """The events that mail tells of, one each as its newest message has it; that message newest first. With `upcoming` those to come, soonest first."""
        return self._call(
            "GET",
            "/mail/invites",
            "json",
            {"cursor": cursor, "limit": limit, "upcoming": upcoming},
        )

    def of_message(
        self,
        *,
        message_id: str,
    ) -> t.InvitesOfMessageReply:
        """The event that a message tells of, and what became of it since."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/invite",
            "json",
            {"message_id": message_id},
        )

    def reply(
        self,
        *,
        message_id: str,
        action: Literal["accept", "tentative", "decline", "maybe"],
        recurrence_id: str = OMIT,
        comment: str = OMIT,
        dry_run: bool = OMIT,
        hold_seconds: int = OMIT,
        override_safety_token: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.InvitesReplyReply:
        """Answers an invitation by mail to its organiser (iMIP, RFC 6047), from the address that was invited. A dry run shows the mail. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/actions/invite/reply",
            "json",
            {"message_id": message_id, "recurrence_id": recurrence_id, "action": action, "comment": comment, "dry_run": dry_run, "hold_seconds": hold_seconds, "override_safety_token": override_safety_token},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Jobs:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.JobsListReply:
        """The newest hundred long acts, newest first."""
        return self._call(
            "GET",
            "/mail/jobs",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def get(
        self,
        *,
        job_id: str,
    ) -> t.JobsGetReply:
        """One long act."""
        return self._call(
            "GET",
            "/mail/jobs/{job_id}",
            "json",
            {"job_id": job_id},
        )

    def cancel(
        self,
        *,
        job_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.JobsCancelReply:
        """Cancels a running job. For a change to mail, operations that the server does not have yet are reverted, and the rest can be undone. Imported messages and finished parts stay. A cancelled export, backup or restore leaves no files. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/jobs/{job_id}/cancel",
            "json",
            {"job_id": job_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Keys:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
    ) -> t.Keys:
        """The keys in force, all that can be done by key, and what is wrong with keys.toml."""
        return self._call(
            "GET",
            "/platform/keys",
            "json",
            {},
        )

    def change(
        self,
        *,
        context: Literal["mail_list", "message_view", "thread_view"] = OMIT,
        action: str = OMIT,
        keys: Union[List[str], None] = OMIT,
        take: bool = OMIT,
        preset: Literal["gmail", "vim"] = OMIT,
        forget: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.Keys:
        """Changes the keys of one action, the set, or takes all changes back. The rest of keys.toml stays as it is."""
        return self._call(
            "POST",
            "/platform/keys",
            "json",
            {"context": context, "action": action, "keys": keys, "take": take, "preset": preset, "forget": forget},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Labels:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
        account_id: str = OMIT,
    ) -> t.LabelsListReply:
        """The labels that mail can be given, system folders first."""
        return self._call(
            "GET",
            "/mail/labels",
            "json",
            {"limit": limit, "cursor": cursor, "account_id": account_id},
        )

    def create(
        self,
        *,
        name: str,
        color: Union[str, None] = OMIT,
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.LabelsCreateReply:
        """Makes a label. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/labels/create",
            "json",
            {"name": name, "color": color, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def rename(
        self,
        *,
        from_: str = OMIT,
        to: str = OMIT,
        old: str = OMIT,
        new: str = OMIT,
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.LabelsRenameReply:
        """Renames a label and what is below it. Without `/` the new name keeps its level, unless the old one is given with all of its levels. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/labels/rename",
            "json",
            {"from": from_, "to": to, "old": old, "new": new, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def remove(
        self,
        *,
        name: str,
        account_id: str = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.LabelsRemoveReply:
        """Deletes a label but no mail. Messages without another label move to the archive. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/labels/delete",
            "json",
            {"name": name, "account_id": account_id, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def colour(
        self,
        *,
        label_id: str,
        color: Union[str, None],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.LabelsColourReply:
        """Gives a label a colour, or takes it. Gmail gets the nearest that it has; other servers have no colours. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/labels/colour",
            "json",
            {"label_id": label_id, "color": color},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _LocalPages:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.LocalPagesListReply:
        """The pages that wait for a decision, and those that were decided about."""
        return self._call(
            "GET",
            "/platform/local-pages",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def decide(
        self,
        *,
        origin: str,
        allow: bool,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.LocalPagesDecideReply:
        """Allows a page to fetch the token from now on, or denies it and asks no more."""
        return self._call(
            "POST",
            "/platform/local-pages",
            "json",
            {"origin": origin, "allow": allow},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def forget(
        self,
        *,
        origin: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.LocalPagesForgetReply:
        """Forgets the decision about a page. A token that it has already stays valid until the next start."""
        return self._call(
            "DELETE",
            "/platform/local-pages",
            "json",
            {"origin": origin},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Llm:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def config(
        self,
    ) -> t.LlmConfigReply:
        """The settings of the language model, without secrets."""
        return self._call(
            "GET",
            "/platform/llm/config",
            "json",
            {},
        )

    def save_config(
        self,
        *,
        enabled: bool,
        base_url: str,
        model: str,
        api_key_env: str,
        context_window: int,
        request_timeout_secs: int,
        allow_cloud_relationship_data: bool = OMIT,
        gist_concurrency: int = OMIT,
        overrides: Union[t.LlmOverridesData, None] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.LlmSaveConfigReply:
        """Changes the settings in config.toml, in force at once. A running request finishes with the earlier ones."""
        return self._call(
            "POST",
            "/platform/llm/config",
            "json",
            {"enabled": enabled, "base_url": base_url, "model": model, "api_key_env": api_key_env, "context_window": context_window, "request_timeout_secs": request_timeout_secs, "allow_cloud_relationship_data": allow_cloud_relationship_data, "gist_concurrency": gist_concurrency, "overrides": overrides},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def status(
        self,
    ) -> t.LlmStatusReply:
        """Which model each task uses, where it is, and whether it may be asked. Contacts no one."""
        return self._call(
            "GET",
            "/platform/llm/status",
            "json",
            {},
        )

    def detect(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.LlmDetectReply:
        """Looks for servers of models on this computer: Ollama, LM Studio and llama.cpp. Sends no mail and no key."""
        return self._call(
            "POST",
            "/platform/llm/detect",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def test(
        self,
        *,
        base_url: str = OMIT,
        model: str = OMIT,
        api_key_env: str = OMIT,
        request_timeout_secs: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.LlmTestReply:
        """Asks a model for one word, to see whether it answers. Sends no mail. Left out fields are as in the settings."""
        return self._call(
            "POST",
            "/platform/llm/test",
            "json",
            {"base_url": base_url, "model": model, "api_key_env": api_key_env, "request_timeout_secs": request_timeout_secs},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Mailbox:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        offset: int = OMIT,
        cursor: str = OMIT,
        view: Literal["threads", "messages"] = OMIT,
        lens_kind: t.LensKind = OMIT,
        account_id: str = OMIT,
        label_id: str = OMIT,
        sender_email: str = OMIT,
        saved_search: str = OMIT,
        fields: Union[str, List[str]] = OMIT,
        include: Union[str, List[str]] = OMIT,
    ) -> t.MailboxListReply:
        """A page of a mailbox, newest first, over all accounts the caller may see."""
        return self._call(
            "GET",
            "/mail/mailbox",
            "json",
            {"limit": limit, "offset": offset, "cursor": cursor, "view": view, "lens_kind": lens_kind, "account_id": account_id, "label_id": label_id, "sender_email": sender_email, "saved_search": saved_search, "fields": fields, "include": include},
        )

class _Merge:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def preview(
        self,
        *,
        draft_id: str,
        csv: str = OMIT,
        csv_base64: str = OMIT,
        email_column: str = OMIT,
        sample: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.MergePreviewReply:
        """What a merge would come to: its columns, what is wrong with its rows, and its first messages."""
        return self._call(
            "POST",
            "/mail/merge/preview",
            "json",
            {"draft_id": draft_id, "csv": csv, "csv_base64": csv_base64, "email_column": email_column, "sample": sample},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def start(
        self,
        *,
        draft_id: str,
        csv: str = OMIT,
        csv_base64: str = OMIT,
        email_column: str = OMIT,
        skip_duplicates: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.MergeStartReply:
        """Makes the drafts, as a job: rows without a usable address are left out. Nothing is sent."""
        return self._call(
            "POST",
            "/mail/merge",
            "json",
            {"draft_id": draft_id, "csv": csv, "csv_base64": csv_base64, "email_column": email_column, "skip_duplicates": skip_duplicates},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def get(
        self,
        *,
        batch: str,
        cursor: str = OMIT,
        limit: int = OMIT,
        offset: int = OMIT,
    ) -> t.MergeGetReply:
        """How a merge stands, row by row."""
        return self._call(
            "GET",
            "/mail/merge/{batch}",
            "json",
            {"batch": batch, "cursor": cursor, "limit": limit, "offset": offset},
        )

    def discard(
        self,
        *,
        batch: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.MergeDiscardReply:
        """Ends a merge and throws its drafts away, as far as they are not on their way."""
        return self._call(
            "DELETE",
            "/mail/merge/{batch}",
            "json",
            {"batch": batch},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def send(
        self,
        *,
        batch: str,
        pace_seconds: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MergeSendReply:
        """Sends its drafts one after the other, each checked as any other. What is held back stays a draft. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/merge/{batch}/send",
            "json",
            {"batch": batch, "pace_seconds": pace_seconds},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Messages:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
        *,
        message_id: str,
        include: Union[str, List[str]] = OMIT,
    ) -> t.MessagesGetReply:
        """One message: whom it is from, its labels, what it says, and its attachments. Marks nothing read."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}",
            "json",
            {"message_id": message_id, "include": include},
        )

    def bodies(
        self,
        *,
        message_ids: List[str],
        include: Union[str, List[str]] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.MessagesBodiesReply:
        """What up to 100 messages say, in the order asked for. One answer has about 8 MB of it; messages that do not fit are among `failures` with the code `left`, to be asked for again."""
        return self._call(
            "POST",
            "/mail/messages/bodies",
            "json",
            {"message_ids": message_ids, "include": include},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def raw(
        self,
        *,
        message_id: str,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """The bytes of a message exactly as they were received (RFC 5322), whole or a range of them."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/raw",
            "file",
            {"message_id": message_id},
            byte_range=byte_range,
        )

    def body(
        self,
        *,
        message_id: str,
        html: bool = OMIT,
    ) -> t.MessagesBodyReply:
        """A message body as stored: text, and HTML that has passed the allow-list."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/body",
            "json",
            {"message_id": message_id, "html": html},
        )

    def headers(
        self,
        *,
        message_id: str,
    ) -> t.MessagesHeadersReply:
        """The header fields of the received bytes: verbatim, in order, duplicates kept."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/headers",
            "json",
            {"message_id": message_id},
        )

    def source(
        self,
        *,
        message_id: str,
    ) -> t.MessagesSourceReply:
        """A message as it was received (RFC 5322), to read: the first 5 MB of it."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/source",
            "json",
            {"message_id": message_id},
        )

    def trust(
        self,
        *,
        message_id: str,
    ) -> t.MessagesTrustReply:
        """How sure it is that a message comes from whom it says, and why: from what the account’s own server found out (RFC 8601), from earlier mail, and from how it is written."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/trust",
            "json",
            {"message_id": message_id},
        )

class _Modes:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def now(
        self,
        *,
        account: str = OMIT,
        account_id: str = OMIT,
    ) -> t.ModesNowReply:
        """What needs the user now: people who wait for a reply, a card of updates, and in the evening something to read."""
        return self._call(
            "GET",
            "/mail/now",
            "json",
            {"account": account, "account_id": account_id},
        )

    def rail(
        self,
        *,
        account: str = OMIT,
        account_id: str = OMIT,
    ) -> t.ModesRailReply:
        """Now, the five modes and the inbox, with keys and counts, and the places behind “More”."""
        return self._call(
            "GET",
            "/mail/rail",
            "json",
            {"account": account, "account_id": account_id},
        )

    def membership(
        self,
        *,
        thread_id: str = OMIT,
        message_id: str = OMIT,
    ) -> t.ModesMembershipReply:
        """Which modes hold a conversation, and why. An unknown conversation gives an empty list."""
        return self._call(
            "GET",
            "/mail/modes/membership",
            "json",
            {"thread_id": thread_id, "message_id": message_id},
        )

    def memberships(
        self,
        *,
        thread_ids: List[str],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ModesMembershipsReply:
        """Which modes hold some conversations, in the order of the request. Unknown conversations are left out."""
        return self._call(
            "POST",
            "/mail/modes/membership",
            "json",
            {"thread_ids": thread_ids},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def done(
        self,
        *,
        mode: str,
        thread_ids: List[str] = OMIT,
        todo_ids: List[str] = OMIT,
        sender: t.ModesDoneSender = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ModesDoneReply:
        """Marks conversations as done in a mode until something newer arrives; in To do, ticks to-dos. What no other mode holds is archived and marked as read, where the settings say so. A conversation that fails does not stop the others. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/modes/{mode}/done",
            "json",
            {"mode": mode, "thread_ids": thread_ids, "todo_ids": todo_ids, "sender": sender, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def guide(
        self,
        *,
        mode: str = OMIT,
    ) -> t.ModesGuideReply:
        """What explains Now and the modes: texts, keys, and the card at the first encounter."""
        return self._call(
            "GET",
            "/mail/modes/guide",
            "json",
            {"mode": mode},
        )

    def card(
        self,
        *,
        mode: str,
        seen: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ModesCardReply:
        """Retires the card that introduces a mode, in every client, or shows it again. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/modes/{mode}/card",
            "json",
            {"mode": mode, "seen": seen},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def threads(
        self,
        *,
        mode: str,
        limit: int = OMIT,
        cursor: str = OMIT,
        account: str = OMIT,
        account_id: str = OMIT,
    ) -> t.ModesThreadsReply:
        """The conversations that a mode holds, the newest first. A page covers a limited part of the mail, so it may have fewer rows than `limit`, or none, although there is a next one."""
        return self._call(
            "GET",
            "/mail/modes/{mode}/threads",
            "json",
            {"mode": mode, "limit": limit, "cursor": cursor, "account": account, "account_id": account_id},
        )

class _Mutations:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def archive(
        self,
        *,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsArchiveReply:
        """Takes mail out of the inbox and keeps it. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/archive",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def trash(
        self,
        *,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsTrashReply:
        """Moves mail from any folder to the trash. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/trash",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def spam(
        self,
        *,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsSpamReply:
        """Puts mail where spam goes. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/spam",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def star(
        self,
        *,
        starred: bool,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsStarReply:
        """Stars mail, or takes its star. Of a conversation its newest message gets the star. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/star",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "starred": starred, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def read(
        self,
        *,
        read: bool,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsReadReply:
        """Marks mail as read, or as unread. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/read",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "read": read, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def read_and_archive(
        self,
        *,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsReadAndArchiveReply:
        """Marks mail as read and takes it out of the inbox. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/read-and-archive",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def mute(
        self,
        *,
        muted: bool,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsMuteReply:
        """Mutes conversations: they leave the inbox, and their new messages skip it and stay unread. Or unmutes them, which moves no mail. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/mute",
            "json",
            {"thread_ids": thread_ids, "query": query, "muted": muted, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def labels(
        self,
        *,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        add: List[str] = OMIT,
        remove: List[str] = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsLabelsReply:
        """Adds labels to mail and removes others. A label in both lists stays as it is. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/labels",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "add": add, "remove": remove, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def move(
        self,
        *,
        target_label: str,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsMoveReply:
        """Moves mail to a label or folder, out of the inbox. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/move",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "target_label": target_label, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def route(
        self,
        *,
        to_label: str,
        from_queue_label: str,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        archive: bool = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsRouteReply:
        """Moves mail from a queue to a label; with `archive` it is also marked as read and leaves the inbox. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/route",
            "json",
            {"message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "to_label": to_label, "from_queue_label": from_queue_label, "archive": archive, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def flags(
        self,
        *,
        message_id: str,
        flags: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsFlagsReply:
        """Sets the flags of a message: READ is 1, STARRED is 2, and what is not set is taken away. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/messages/{message_id}/flags",
            "json",
            {"message_id": message_id, "flags": flags},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def undo(
        self,
        *,
        mutation_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.MutationsUndoReply:
        """Undoes a change, except where the mail has changed again since. An undo can be undone too. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/mutations/undo",
            "json",
            {"mutation_id": mutation_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def history(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.MutationsHistoryReply:
        """Changes to mail in the last 24 hours, newest first, and which of them can be undone."""
        return self._call(
            "GET",
            "/mail/mutations",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def get(
        self,
        *,
        mutation_id: str,
    ) -> t.MutationsGetReply:
        """One thing that was done, and the messages that were not done as asked."""
        return self._call(
            "GET",
            "/mail/mutations/{mutation_id}",
            "json",
            {"mutation_id": mutation_id},
        )

class _Notifications:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def chimes(
        self,
    ) -> t.NotificationsChimesReply:
        """Whether the daemon sounds, how loud, and which sound each event has."""
        return self._call(
            "GET",
            "/platform/notifications/chimes",
            "json",
            {},
        )

    def set_chimes(
        self,
        *,
        enabled: bool = OMIT,
        volume: float = OMIT,
        new_mail: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        new_mail_: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        sent: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        archived: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        trashed: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        spam: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        snoozed: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        unsnoozed: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        reminder: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        error: Literal["none", "bell", "glass", "pop", "sent", "archive", "thud", "alert"] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.NotificationsSetChimesReply:
        """Changes what is given of the chime setting; the rest, and the rest of config.toml, stays as it is. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/notifications/chimes",
            "json",
            {"enabled": enabled, "volume": volume, "new_mail": new_mail, "new-mail": new_mail_, "sent": sent, "archived": archived, "trashed": trashed, "spam": spam, "snoozed": snoozed, "unsnoozed": unsnoozed, "reminder": reminder, "error": error},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def get(
        self,
    ) -> t.Notifications:
        """Whether what the desktop shows is paused, and whether it is quiet now."""
        return self._call(
            "GET",
            "/platform/notifications",
            "json",
            {},
        )

    def pause(
        self,
        *,
        until: Union[str, None],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.Notifications:
        """Pauses notifications and sounds until then, or resumes them. Mail keeps arriving. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/notifications/pause",
            "json",
            {"until": until},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Outbox:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def orphaned(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.OutboxOrphanedReply:
        """Drafts whose sending could not be confirmed. They are never sent again automatically."""
        return self._call(
            "GET",
            "/mail/drafts/orphaned",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def reset_orphan(
        self,
        *,
        draft_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.OutboxResetOrphanReply:
        """Says that such a draft was not sent: it can be changed and sent again. Any other stays as it is."""
        return self._call(
            "POST",
            "/mail/drafts/{draft_id}/reset-orphan",
            "json",
            {"draft_id": draft_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def send_stored(
        self,
        *,
        draft_id: str,
        override_safety_token: str = OMIT,
        hold_seconds: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SendReceipt:
        """Sends a stored draft, once however often it is asked: the second time gives the same receipt. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/drafts/{draft_id}/send-stored",
            "json",
            {"draft_id": draft_id, "override_safety_token": override_safety_token, "hold_seconds": hold_seconds},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def schedule(
        self,
        *,
        draft_id: str,
        send_at: str,
        override_safety_token: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.OutboxScheduleReply:
        """Sends a stored draft at a moment. It is checked again when it goes; one that waits already gets another moment. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/scheduled-sends",
            "json",
            {"draft_id": draft_id, "send_at": send_at, "override_safety_token": override_safety_token},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def cancel(
        self,
        *,
        draft_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.OutboxCancelReply:
        """Takes a send back that has not begun; the draft stays. So a send is undone. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/scheduled-sends/{draft_id}",
            "json",
            {"draft_id": draft_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def list(
        self,
        *,
        cursor: str = OMIT,
        limit: int = OMIT,
    ) -> t.OutboxListReply:
        """What waits, is being sent, failed or is in doubt, and what was sent of late; newest first."""
        return self._call(
            "GET",
            "/mail/outbox",
            "json",
            {"cursor": cursor, "limit": limit},
        )

    def retry(
        self,
        *,
        send_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.OutboxRetryReply:
        """Tries a send now that waits for its next try, or once more one that failed. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/outbox/{send_id}/retry",
            "json",
            {"send_id": send_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def confirm_sent(
        self,
        *,
        send_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.OutboxConfirmSentReply:
        """Says of a send in doubt that it did arrive: its copy goes to Sent, and its draft goes."""
        return self._call(
            "POST",
            "/mail/outbox/{send_id}/settle",
            "json",
            {"send_id": send_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def of_message(
        self,
        *,
        message_id: str,
    ) -> t.OutboxOfMessageReply:
        """What is known of a message that was sent: whom it reached, and what servers reported of it since."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/delivery",
            "json",
            {"message_id": message_id},
        )

class _People:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def sender(
        self,
        *,
        account_id: str,
        email: str,
    ) -> t.PeopleSenderReply:
        """What the stored mail says about a person; null if there is no mail from or to them."""
        return self._call(
            "GET",
            "/mail/sender",
            "json",
            {"account_id": account_id, "email": email},
        )

    def autocomplete(
        self,
        *,
        q: str = OMIT,
        limit: int = OMIT,
    ) -> t.PeopleAutocompleteReply:
        """Whom a few letters may mean: first whom the owner wrote to often and lately."""
        return self._call(
            "GET",
            "/mail/contacts/autocomplete",
            "json",
            {"q": q, "limit": limit},
        )

class _Relationships:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
        *,
        account_id: str,
        email: str,
    ) -> t.RelationshipsGetReply:
        """What the stored mail says about a correspondence; null with a stranger, to whom the user has never written."""
        return self._call(
            "GET",
            "/mail/relationship",
            "json",
            {"account_id": account_id, "email": email},
        )

    def rebuild(
        self,
        *,
        account_id: str,
        email: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RelationshipsRebuildReply:
        """Reads all mail with a person again, as a job: how both write, and what they have promised. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/relationship/rebuild",
            "json",
            {"account_id": account_id, "email": email},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Reminders:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.RemindersListReply:
        """The reminders that wait, soonest first, then those that were told of in the last week."""
        return self._call(
            "GET",
            "/mail/reminders",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def set(
        self,
        *,
        sent_message_id: str,
        remind_at: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RemindersSetReply:
        """Sets a reminder of a sent message for a time, in case there is no reply by then. A second call changes the time. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/reminders",
            "json",
            {"sent_message_id": sent_message_id, "remind_at": remind_at},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def cancel(
        self,
        *,
        message_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RemindersCancelReply:
        """Reminds of a sent message no more. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/reminders/{message_id}",
            "json",
            {"message_id": message_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Repair:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def state(
        self,
    ) -> t.RepairStateReply:
        """Whether the mail database can be used, what is wrong with it, and the ways to repair it."""
        return self._call(
            "GET",
            "/admin/repair",
            "json",
            {},
        )

    def restore(
        self,
        *,
        backup: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.RepairRestoreReply:
        """Checks a backup and restarts with it. The damaged files are kept in a folder."""
        return self._call(
            "POST",
            "/admin/repair/restore",
            "json",
            {"backup": backup},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def salvage(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.RepairSalvageReply:
        """Copies everything that can be read into a new mail database and restarts with it. The damaged file is kept in a folder."""
        return self._call(
            "POST",
            "/admin/repair/salvage",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def start_over(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.RepairStartOverReply:
        """Restarts with a new mail database, which keeps drafts and signatures where they can be read, and fetches all mail again. The old files are kept in a folder."""
        return self._call(
            "POST",
            "/admin/repair/start-over",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def retry(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.RepairRetryReply:
        """Restarts, and opens the mail database again as it is."""
        return self._call(
            "POST",
            "/admin/repair/retry",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _ReplyLater:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.ReplyLaterListReply:
        """The messages that are to be answered later, most recently flagged first."""
        return self._call(
            "GET",
            "/mail/reply-later",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def set(
        self,
        *,
        message_id: str,
        flag: bool,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ReplyLaterSetReply:
        """Puts a message on that list, or takes it off. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/reply-later/{message_id}",
            "json",
            {"message_id": message_id, "flag": flag},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Rules:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.RulesListReply:
        """All rules, in the order in which they are applied."""
        return self._call(
            "GET",
            "/platform/rules",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def detail(
        self,
        *,
        id: str = OMIT,
        rule: str = OMIT,
    ) -> t.RulesDetailReply:
        """A rule."""
        return self._call(
            "GET",
            "/platform/rules/detail",
            "json",
            {"id": id, "rule": rule},
        )

    def form(
        self,
        *,
        id: str = OMIT,
        rule: str = OMIT,
    ) -> t.RulesFormReply:
        """A rule as a form shows it."""
        return self._call(
            "GET",
            "/platform/rules/form",
            "json",
            {"id": id, "rule": rule},
        )

    def history(
        self,
        *,
        cursor: str = OMIT,
        id: str = OMIT,
        rule: str = OMIT,
        limit: int = OMIT,
    ) -> t.RulesHistoryReply:
        """What rules did, newest first: one of them, or all where none is named."""
        return self._call(
            "GET",
            "/platform/rules/history",
            "json",
            {"cursor": cursor, "id": id, "rule": rule, "limit": limit},
        )

    def dry_run(
        self,
        *,
        id: str = OMIT,
        rule: str = OMIT,
        since: str = OMIT,
        until: str = OMIT,
        limit: int = OMIT,
    ) -> t.RulesDryRunReply:
        """What a rule would do with mail of a period, or each rule that is on where none is named. Changes nothing. Only received mail counts that is neither in the trash nor spam."""
        return self._call(
            "GET",
            "/platform/rules/dry-run",
            "json",
            {"id": id, "rule": rule, "since": since, "until": until, "limit": limit},
        )

    def preview(
        self,
        *,
        conditions: t.RuleCondition = OMIT,
        condition: str = OMIT,
        actions: List[t.RuleAction] = OMIT,
        action: str = OMIT,
        account_ids: Union[List[str], None] = OMIT,
        since: str = OMIT,
        until: str = OMIT,
        limit: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.RulesPreviewReply:
        """What a rule that is not stored would do with mail of a period. Changes nothing."""
        return self._call(
            "POST",
            "/platform/rules/preview",
            "json",
            {"conditions": conditions, "condition": condition, "actions": actions, "action": action, "account_ids": account_ids, "since": since, "until": until, "limit": limit},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def upsert(
        self,
        *,
        rule: t.WrittenRule,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RulesUpsertReply:
        """Stores a rule: a new one, or the one with this id anew. It is applied to mail that arrives from then on. Commands in it do not run before the owner has confirmed them. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/rules/upsert",
            "json",
            {"rule": rule},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def upsert_form(
        self,
        *,
        name: str,
        condition: str,
        action: str,
        existing_rule: Union[str, None] = OMIT,
        priority: int = OMIT,
        enabled: bool = OMIT,
        account_ids: Union[List[str], None] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RulesUpsertFormReply:
        """Stores a rule from a form. `existing_rule` keeps its id and the time when it was made. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/rules/upsert-form",
            "json",
            {"existing_rule": existing_rule, "name": name, "condition": condition, "action": action, "priority": priority, "enabled": enabled, "account_ids": account_ids},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def delete(
        self,
        *,
        id: str = OMIT,
        rule: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RulesDeleteReply:
        """Deletes a rule. What it did stays, and so does its history. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/rules/delete",
            "json",
            {"id": id, "rule": rule},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def apply(
        self,
        *,
        message_ids: List[str],
        id: str = OMIT,
        rule: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RulesApplyReply:
        """Applies the actions of a rule to exactly these messages, whether they match or not. One undo takes all of it back. Commands are not run. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/rules/apply",
            "json",
            {"id": id, "rule": rule, "message_ids": message_ids},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def confirm_hook(
        self,
        *,
        command: str,
        id: str = OMIT,
        rule: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.RulesConfirmHookReply:
        """Confirms a command of a rule, which runs from then on. It has the rights of the owner."""
        return self._call(
            "POST",
            "/platform/rules/confirm-hook",
            "json",
            {"id": id, "rule": rule, "command": command},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def resume(
        self,
        *,
        id: str = OMIT,
        rule: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.RulesResumeReply:
        """Applies a rule again that was paused because it failed. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/rules/resume",
            "json",
            {"id": id, "rule": rule},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def import_(
        self,
        *,
        format: Literal["sieve", "gmail", "posthorn"],
        content: str,
        account_ids: Union[List[str], None] = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.RulesImportReply:
        """Makes rules of a Sieve script, of filters exported from Gmail (mailFilters.xml), or of an export of rules. With `dry_run` it only shows them. What no rule can do is refused, and listed with its line."""
        return self._call(
            "POST",
            "/platform/rules/import",
            "json",
            {"format": format, "content": content, "account_ids": account_ids, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def export(
        self,
        *,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """All rules as a file that `import` reads."""
        return self._call(
            "GET",
            "/platform/rules/export",
            "file",
            {},
            byte_range=byte_range,
        )

class _SavedSearches:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.SavedSearchesListReply:
        """The saved searches, in the order they are shown in."""
        return self._call(
            "GET",
            "/platform/saved-searches",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def create(
        self,
        *,
        name: str,
        query: str,
        mode: t.SearchMode = OMIT,
        search_mode: t.SearchMode = OMIT,
        sort: t.SortOrder = OMIT,
        icon: Union[str, None] = OMIT,
        position: int = OMIT,
        account_id: Union[str, None] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SavedSearchesCreateReply:
        """Keeps a question under a name that is not taken. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/saved-searches/create",
            "json",
            {"name": name, "query": query, "mode": mode, "search_mode": search_mode, "sort": sort, "icon": icon, "position": position, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def update(
        self,
        *,
        name: str,
        new_name: str = OMIT,
        query: str = OMIT,
        search_mode: t.SearchMode = OMIT,
        mode: t.SearchMode = OMIT,
        sort: t.SortOrder = OMIT,
        icon: Union[str, None] = OMIT,
        position: int = OMIT,
        account_id: Union[str, None] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SavedSearch:
        """Changes what is given of a saved search, and nothing else of it. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/saved-searches/update",
            "json",
            {"name": name, "new_name": new_name, "query": query, "search_mode": search_mode, "mode": mode, "sort": sort, "icon": icon, "position": position, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def remove(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SavedSearchesRemoveReply:
        """Forgets a saved search. The mail it finds stays where it is. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/saved-searches/delete",
            "json",
            {"name": name},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def run(
        self,
        *,
        name: str,
        cursor: str = OMIT,
        limit: int = OMIT,
        offset: int = OMIT,
        exact: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SavedSearchesRunReply:
        """What a saved search finds now, as messages in its own order."""
        return self._call(
            "POST",
            "/platform/saved-searches/run",
            "json",
            {"cursor": cursor, "name": name, "limit": limit, "offset": offset, "exact": exact},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Screener:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def queue(
        self,
        *,
        account_id: str,
        cursor: str = OMIT,
        limit: Union[int, str] = OMIT,
    ) -> t.ScreenerQueueReply:
        """The senders that are new to the user and about whom nothing was decided, the latest first. Also answered while the screener is off: then it says who would wait."""
        return self._call(
            "GET",
            "/mail/screener/queue",
            "json",
            {"cursor": cursor, "account_id": account_id, "limit": limit},
        )

    def decisions(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
        account_id: str = OMIT,
    ) -> t.ScreenerDecisionsReply:
        """What was decided about mail of senders, lists and domains, blocked senders included, the latest first."""
        return self._call(
            "GET",
            "/mail/screener/decisions",
            "json",
            {"limit": limit, "cursor": cursor, "account_id": account_id},
        )

    def decide(
        self,
        *,
        account_id: str,
        sender_email: str,
        disposition: t.ScreenerDispositionData,
        route_label: Union[str, None] = OMIT,
        apply_to_existing: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ScreenerDecideReply:
        """Decides where new mail of a sender goes. Denied mail is archived when it arrives, and never deleted. Mail that is here already stays where it is, unless `apply_to_existing` is set. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/screener/decisions",
            "json",
            {"account_id": account_id, "sender_email": sender_email, "disposition": disposition, "route_label": route_label, "apply_to_existing": apply_to_existing},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def clear(
        self,
        *,
        account_id: str,
        sender_email: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ScreenerClearReply:
        """Takes a decision away. No mail is moved. Nothing happens where there is none. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/screener/decisions",
            "json",
            {"account_id": account_id, "sender_email": sender_email},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def decide_group(
        self,
        *,
        account_id: str,
        scope: Literal["list", "domain"],
        value: str,
        disposition: Literal["allow", "deny", "feed", "paper_trail"],
        route_label: Union[str, None] = OMIT,
        apply_to_existing: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ScreenerDecideGroupReply:
        """Decides where new mail of a list, or of everyone at a domain, goes. The decision about a sender comes before that about the domain. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/screener/group-decisions",
            "json",
            {"account_id": account_id, "scope": scope, "value": value, "disposition": disposition, "route_label": route_label, "apply_to_existing": apply_to_existing},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def clear_group(
        self,
        *,
        account_id: str,
        scope: Literal["list", "domain"],
        value: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.ScreenerClearGroupReply:
        """Takes away a decision about a list or a domain. No mail is moved. Nothing happens where there is none. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/screener/group-decisions",
            "json",
            {"account_id": account_id, "scope": scope, "value": value},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def export(
        self,
        *,
        account_id: str,
        format: Literal["csv", "json"] = OMIT,
        byte_range: str | None = None,
    ) -> http.client.HTTPResponse:
        """The decisions of an account as a file."""
        return self._call(
            "GET",
            "/mail/screener/decisions/export",
            "file",
            {"account_id": account_id, "format": format},
            byte_range=byte_range,
        )

    def import_(
        self,
        *,
        account_id: str,
        content: str,
        format: Literal["csv", "json"] = OMIT,
        dry_run: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ScreenerImportReply:
        """Takes in decisions from such a file. Each takes the place of the one about the same sender, list or domain; others stay. No mail is moved. A file with a line that is wrong changes nothing."""
        return self._call(
            "POST",
            "/mail/screener/decisions/import",
            "json",
            {"account_id": account_id, "format": format, "content": content, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def explain(
        self,
        *,
        message_id: str,
    ) -> t.ScreenerExplainReply:
        """Why a message is where it is: what moved it, what was decided about its sender, and what kind of mail it is."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/why-here",
            "json",
            {"message_id": message_id},
        )

class _Search:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def find(
        self,
        *,
        q: str = OMIT,
        account_id: str = OMIT,
        mode: t.SearchMode = OMIT,
        limit: int = OMIT,
        offset: int = OMIT,
        cursor: str = OMIT,
        scope: Literal["threads", "messages", "attachments"] = OMIT,
        sort: str = OMIT,
        exact: bool = OMIT,
        explain: bool = OMIT,
        matches: bool = OMIT,
        matching: Literal["exact", "wider"] = OMIT,
        typing: bool = OMIT,
        fields: Union[str, List[str]] = OMIT,
    ) -> t.SearchFindReply:
        """Searches all mail of the accounts the caller may see. Without `q` the answer is empty."""
        return self._call(
            "GET",
            "/mail/search",
            "json",
            {"q": q, "account_id": account_id, "mode": mode, "limit": limit, "offset": offset, "cursor": cursor, "scope": scope, "sort": sort, "exact": exact, "explain": explain, "matches": matches, "matching": matching, "typing": typing, "fields": fields},
        )

    def fetch(
        self,
        *,
        q: str,
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SearchFetchReply:
        """Searches on the mail servers of accounts whose mail is not all stored yet, and stores what they find, at most 50 messages of each account. Afterwards `GET /mail/search` finds it."""
        return self._call(
            "POST",
            "/mail/search/server",
            "json",
            {"q": q, "account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def similar(
        self,
        *,
        message_id: str,
        limit: int = OMIT,
    ) -> t.SearchSimilarReply:
        """The messages whose meaning is closest to that of a message, the closest first."""
        return self._call(
            "GET",
            "/mail/messages/{message_id}/similar",
            "json",
            {"message_id": message_id, "limit": limit},
        )

    def groups(
        self,
        *,
        q: str = OMIT,
        account_id: str = OMIT,
        mode: t.SearchMode = OMIT,
        group_by: Literal["from", "list", "category"] = OMIT,
        limit: int = OMIT,
    ) -> t.SearchGroupsReply:
        """Who wrote the messages that match a query, or on which lists, with exact numbers."""
        return self._call(
            "GET",
            "/mail/search/groups",
            "json",
            {"q": q, "account_id": account_id, "mode": mode, "group_by": group_by, "limit": limit},
        )

    def count(
        self,
        *,
        q: str = OMIT,
        query: str = OMIT,
        account_id: str = OMIT,
        mode: t.SearchMode = OMIT,
    ) -> t.SearchCountReply:
        """How many messages match a query."""
        return self._call(
            "GET",
            "/mail/count",
            "json",
            {"q": q, "query": query, "account_id": account_id, "mode": mode},
        )

class _Secrets:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
    ) -> t.Secrets:
        """Where passwords and sign-ins are kept, and whether the keychain answers."""
        return self._call(
            "GET",
            "/platform/secrets",
            "json",
            {},
        )

    def move(
        self,
        *,
        to: Literal["keychain", "file", "vault"],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SecretsMoveReply:
        """Moves the passwords of the accounts between secrets.toml, the keychain and the vault; with the vault also the sign-ins. One that cannot be moved stays."""
        return self._call(
            "POST",
            "/platform/secrets/move",
            "json",
            {"to": to},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def create_vault(
        self,
        *,
        passphrase: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SecretsCreateVaultReply:
        """Makes a vault that opens with a passphrase, and moves the passwords and sign-ins into it."""
        return self._call(
            "POST",
            "/platform/secrets/vault",
            "json",
            {"passphrase": passphrase},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def unlock_vault(
        self,
        *,
        passphrase: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.Secrets:
        """Opens the vault until Posthorn ends. What waited for passwords goes on."""
        return self._call(
            "POST",
            "/platform/secrets/vault/unlock",
            "json",
            {"passphrase": passphrase},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def lock_vault(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.Secrets:
        """Locks the vault: its key leaves memory, and the connections that were opened with its secrets end. A message that is being sent is finished; others wait for the passphrase."""
        return self._call(
            "POST",
            "/platform/secrets/vault/lock",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def change_passphrase(
        self,
        *,
        passphrase: str,
        new_passphrase: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.Secrets:
        """Replaces the passphrase of the vault, and encrypts everything in it anew."""
        return self._call(
            "POST",
            "/platform/secrets/vault/passphrase",
            "json",
            {"passphrase": passphrase, "new_passphrase": new_passphrase},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def forget_vault(
        self,
        *,
        confirm: Literal[True],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SecretsForgetVaultReply:
        """For a passphrase that is forgotten: puts the vault aside, after which each account asks for its password or sign-in again. No mail is removed."""
        return self._call(
            "POST",
            "/platform/secrets/vault/forget",
            "json",
            {"confirm": confirm},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Semantic:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def status(
        self,
    ) -> t.SemanticStatusReply:
        """The models, and how much of the mail is embedded."""
        return self._call(
            "GET",
            "/platform/semantic/status",
            "json",
            {},
        )

    def enable(
        self,
        *,
        enabled: bool,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SemanticEnableReply:
        """Switches searching by meaning on or off. On, the model of the settings is downloaded where it is missing and `auto_download_models` allows it; that need not succeed for the answer."""
        return self._call(
            "POST",
            "/platform/semantic/enable",
            "json",
            {"enabled": enabled},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def reindex(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SemanticReindexReply:
        """Computes all vectors again, as a job. Searches use the earlier ones until then. While searching by meaning is switched off, the job waits until it is on. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/semantic/reindex",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def backfill(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SemanticBackfillReply:
        """Computes the vectors that are missing, as a job, also where that was cancelled. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/semantic/backfill",
            "json",
            {},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def install(
        self,
        *,
        profile: Literal["bge-small-en-v1.5", "multilingual-e5-small", "bge-m3"],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SemanticInstallReply:
        """Downloads the model of a profile, as a job that continues after a restart."""
        return self._call(
            "POST",
            "/platform/semantic/profiles/install",
            "json",
            {"profile": profile},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def install_from(
        self,
        *,
        profile: Literal["bge-small-en-v1.5", "multilingual-e5-small", "bge-m3"],
        folder: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SemanticInstallFromReply:
        """Installs the model of a profile from a folder of this computer. Nothing is downloaded."""
        return self._call(
            "POST",
            "/platform/semantic/profiles/install-from",
            "json",
            {"profile": profile, "folder": folder},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def use(
        self,
        *,
        profile: Literal["bge-small-en-v1.5", "multilingual-e5-small", "bge-m3"],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SemanticUseReply:
        """Changes the profile. Searches use the one before until all mail is embedded with the new one."""
        return self._call(
            "POST",
            "/platform/semantic/profiles/use",
            "json",
            {"profile": profile},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _ServerFilters:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
        *,
        account_id: str,
    ) -> t.ServerFilters:
        """The vacation reply and the filters of an account, as its server has them now."""
        return self._call(
            "GET",
            "/platform/accounts/{account_id}/server-filters",
            "json",
            {"account_id": account_id},
        )

    def save(
        self,
        *,
        account_id: str,
        vacation: t.VacationReply,
        rules: List[t.ServerFilter],
        replace_edited: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ServerFilters:
        """Stores the vacation reply and the filters of an account on its server. Scripts of other programs are never changed: they run first, or the request is refused."""
        return self._call(
            "POST",
            "/platform/accounts/{account_id}/server-filters",
            "json",
            {"account_id": account_id, "vacation": vacation, "rules": rules, "replace_edited": replace_edited},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def preview(
        self,
        *,
        account_id: str,
        vacation: t.VacationReply,
        rules: List[t.ServerFilter],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.ServerFiltersPreviewReply:
        """The script that saving would store, checked by the server. Stores nothing."""
        return self._call(
            "POST",
            "/platform/accounts/{account_id}/server-filters/preview",
            "json",
            {"account_id": account_id, "vacation": vacation, "rules": rules},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Settings:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def schema(
        self,
    ) -> t.SettingsSchemaReply:
        """Every key of config.toml: what it means, what it may be, what holds without it."""
        return self._call(
            "GET",
            "/platform/settings/schema",
            "json",
            {},
        )

    def get(
        self,
    ) -> t.Settings:
        """The configuration in force, and what is wrong with its file. Secrets are not shown."""
        return self._call(
            "GET",
            "/platform/settings",
            "json",
            {},
        )

    def change(
        self,
        *,
        key: str,
        value: Union[Union[str, float, bool, List[str]], None],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.Settings:
        """Changes one key in config.toml, in force at once. The rest of the file stays as it is, comments too. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/settings",
            "json",
            {"key": key, "value": value},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Signatures:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.SignaturesListReply:
        """All signatures by name."""
        return self._call(
            "GET",
            "/mail/signatures",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def save(
        self,
        *,
        name: str,
        body: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SignaturesSaveReply:
        """Makes a signature, or changes the one of that name. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/signatures",
            "json",
            {"name": name, "body": body},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def remove(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SignaturesRemoveReply:
        """Removes a signature, and it is the default nowhere any more. One that is not there is no error. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/signatures/{name}",
            "json",
            {"name": name},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def defaults(
        self,
    ) -> t.SignaturesDefaultsReply:
        """Which signature is put below what."""
        return self._call(
            "GET",
            "/mail/signature-defaults",
            "json",
            {},
        )

    def set_default(
        self,
        *,
        name: str,
        kind: t.SignatureContextData,
        account_id: str = OMIT,
        from_email: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SignaturesSetDefaultReply:
        """Puts a signature below new mail or answers: everywhere, of an account, or of one of its addresses. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/signatures/default",
            "json",
            {"name": name, "kind": kind, "account_id": account_id, "from_email": from_email},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def clear_default(
        self,
        *,
        kind: t.SignatureContextData,
        account_id: str = OMIT,
        from_email: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SignaturesClearDefaultReply:
        """Takes such a default away. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/signatures/default/clear",
            "json",
            {"kind": kind, "account_id": account_id, "from_email": from_email},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def resolve(
        self,
        *,
        kind: t.SignatureContextData,
        name: str = OMIT,
        account_id: str = OMIT,
        from_email: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.SignaturesResolveReply:
        """The signature that is put below: the one named, else that of the address, the account, everywhere, none."""
        return self._call(
            "POST",
            "/mail/signatures/resolve",
            "json",
            {"name": name, "kind": kind, "account_id": account_id, "from_email": from_email},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Snippets:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.SnippetsListReply:
        """All snippets by name."""
        return self._call(
            "GET",
            "/mail/snippets",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def save(
        self,
        *,
        name: str,
        body: str,
        vars: List[str] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SnippetsSaveReply:
        """Makes a snippet, or changes the one of that name. Variables are found in its text where none are named. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/snippets",
            "json",
            {"name": name, "body": body, "vars": vars},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def remove(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SnippetsRemoveReply:
        """Removes a snippet. One that is not there is no error. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/mail/snippets/{name}",
            "json",
            {"name": name},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Snooze:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def presets(
        self,
    ) -> t.SnoozePresetsReply:
        """The moments that are offered, in local time."""
        return self._call(
            "GET",
            "/mail/actions/snooze/presets",
            "json",
            {},
        )

    def create(
        self,
        *,
        until: str,
        message_id: str = OMIT,
        message_ids: List[str] = OMIT,
        thread_ids: List[str] = OMIT,
        query: str = OMIT,
        conversations: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SnoozeCreateReply:
        """Takes mail out of the inbox until a moment. Mail that is away already gets another time. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/actions/snooze",
            "json",
            {"message_id": message_id, "message_ids": message_ids, "thread_ids": thread_ids, "query": query, "conversations": conversations, "until": until},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.SnoozeListReply:
        """The mail that is away, what wakes next first."""
        return self._call(
            "GET",
            "/mail/snoozed",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def wake(
        self,
        *,
        id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SnoozeWakeReply:
        """Brings a message back now, on top and with the labels it had. One that is not away stays as it is. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/snoozed/{id}/wake",
            "json",
            {"id": id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Subscriptions:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        cursor: str = OMIT,
        limit: int = OMIT,
        offset: int = OMIT,
        account_id: str = OMIT,
    ) -> t.SubscriptionsListReply:
        """Senders whose lists one can leave, by their newest mail."""
        return self._call(
            "GET",
            "/platform/subscriptions",
            "json",
            {"cursor": cursor, "limit": limit, "offset": offset, "account_id": account_id},
        )

    def unsubscribe(
        self,
        *,
        message_id: str = OMIT,
        message_ids: List[str] = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SubscriptionsUnsubscribeReply:
        """Asks the sender of a message to be off the list it came by, once, by one click or by a mail. Opens no page. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/actions/unsubscribe",
            "json",
            {"message_id": message_id, "message_ids": message_ids},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def purge(
        self,
        *,
        address: str = OMIT,
        message_ids: List[str] = OMIT,
        account_id: str = OMIT,
        dry_run: bool = OMIT,
        archive_on_no_method: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SubscriptionsPurgeReply:
        """Leaves the list of a sender, then marks all of their mail as read and archives it, as one act to undo. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/actions/unsubscribe-purge",
            "json",
            {"address": address, "message_ids": message_ids, "account_id": account_id, "dry_run": dry_run, "archive_on_no_method": archive_on_no_method},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Sync:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def start(
        self,
        *,
        account_id: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.SyncStartReply:
        """Starts a sync pass of every enabled account (or of one) and answers at once; joins one under way. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/sync",
            "json",
            {"account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def status(
        self,
        *,
        account_id: str = OMIT,
    ) -> Union[t.SyncStatusReply1, t.SyncStatusReply2]:
        """The state of sync, of one account or of each."""
        return self._call(
            "GET",
            "/mail/sync/status",
            "json",
            {"account_id": account_id},
        )

class _Threads:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
        *,
        thread_id: str,
        html: bool = OMIT,
        fields: Union[str, List[str]] = OMIT,
        include: Union[str, List[str]] = OMIT,
    ) -> t.ThreadsGetReply:
        """A whole conversation, oldest message first. Marks nothing read and fetches nothing."""
        return self._call(
            "GET",
            "/mail/threads/{thread_id}",
            "json",
            {"thread_id": thread_id, "html": html, "fields": fields, "include": include},
        )

class _Todos:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        state: Literal["open", "postponed", "done", "dismissed", "expired", "all"] = OMIT,
        account: str = OMIT,
        account_id: str = OMIT,
        thread_id: str = OMIT,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.TodosListReply:
        """To-dos that were found in mail, the latest first."""
        return self._call(
            "GET",
            "/mail/todos",
            "json",
            {"state": state, "account": account, "account_id": account_id, "thread_id": thread_id, "limit": limit, "cursor": cursor},
        )

    def tick(
        self,
        *,
        todo_ids: List[str],
        done: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.TodosTickReply:
        """Ticks off to-dos, or with `done` false opens them again. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/todos/tick",
            "json",
            {"todo_ids": todo_ids, "done": done},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def dismiss(
        self,
        *,
        todo_ids: List[str],
        dismissed: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.TodosDismissReply:
        """Dismisses to-dos that are none, or with `dismissed` false opens them again. They are not found again. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/todos/dismiss",
            "json",
            {"todo_ids": todo_ids, "dismissed": dismissed},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def postpone(
        self,
        *,
        todo_ids: List[str],
        until: Union[str, None],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.TodosPostponeReply:
        """Hides to-dos until a moment, or with `until` null shows them at once. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/todos/postpone",
            "json",
            {"todo_ids": todo_ids, "until": until},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def scan(
        self,
        *,
        since_days: int = OMIT,
        wait: bool = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.TodosScanReply:
        """Looks for to-dos in mail of the last days that is here already, as a job. What is known stays as it is. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/mail/todos/scan",
            "json",
            {"since_days": since_days, "wait": wait},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Tokens:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.TokensListReply:
        """The tokens that were made beside the owner's own."""
        return self._call(
            "GET",
            "/platform/tokens",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def create(
        self,
        *,
        name: str,
        origin: Literal["script", "agent", "mcp"],
        account_ids: List[str] = OMIT,
        scopes: List[Literal["read", "draft", "send", "act", "admin"]] = OMIT,
        requests: List[str] = OMIT,
        requests_per_minute: int = OMIT,
        expires_at: str = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.TokensCreateReply:
        """Makes a token for a script, an agent or a tool, and tells its secret this one time."""
        return self._call(
            "POST",
            "/platform/tokens",
            "json",
            {"name": name, "origin": origin, "account_ids": account_ids, "scopes": scopes, "requests": requests, "requests_per_minute": requests_per_minute, "expires_at": expires_at},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def remove(
        self,
        *,
        token_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> t.TokensRemoveReply:
        """Takes the rights of a token at once; its connections are closed."""
        return self._call(
            "DELETE",
            "/platform/tokens/{token_id}",
            "json",
            {"token_id": token_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

class _Voice:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def get(
        self,
        *,
        account_id: str,
    ) -> t.VoiceGetReply:
        """The profile as it was measured last."""
        return self._call(
            "GET",
            "/platform/voice",
            "json",
            {"account_id": account_id},
        )

    def rebuild(
        self,
        *,
        account_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.VoiceRebuildReply:
        """Measures sent mail again, as a job, and answers when it is done. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/voice/rebuild",
            "json",
            {"account_id": account_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

class _Webhooks:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

    def list(
        self,
        *,
        limit: int = OMIT,
        cursor: str = OMIT,
    ) -> t.WebhooksListReply:
        """The webhooks, and whether events arrive. A token sees those that were made with it."""
        return self._call(
            "GET",
            "/platform/webhooks",
            "json",
            {"limit": limit, "cursor": cursor},
        )

    def create(
        self,
        *,
        name: str,
        url: str,
        events: List[Literal["SyncStarted", "SyncFinished", "SyncCompleted", "SyncError", "NewMessages", "MailUpdated", "MailRemoved", "LabelCountsUpdated", "SavedSearchesUpdated", "OperationStarted", "OperationProgress", "OperationCompleted", "OperationFailed", "OperationCancelled", "MutationCompleted", "MutationReconciliationFailed", "MessageUnsnoozed", "ReminderTriggered", "ScheduledSendFlushed", "DraftsUpdated", "DeliveriesUpdated", "RulesUpdated", "RulePaused", "OutboxUpdated", "SendBounced", "ThreadGistReady", "ConfigChanged", "StoreStateChanged", "LocalPageAsked", "IndexBootstrapped", "EventsLagged"]] = OMIT,
        since: int = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.WebhooksCreateReply:
        """Sends events from now on to a program on this computer: one signed POST each, in order, repeated until it answers with a status from 200 to 299. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/webhooks",
            "json",
            {"name": name, "url": url, "events": events, "since": since},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def remove(
        self,
        *,
        webhook_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.WebhooksRemoveReply:
        """Sends no more events to a program. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "DELETE",
            "/platform/webhooks/{webhook_id}",
            "json",
            {"webhook_id": webhook_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )

    def test(
        self,
        *,
        webhook_id: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        approval_reason: str | None = None,
    ) -> t.WebhooksTestReply:
        """Sends a signed event of the type `test` now, and says what came back. What waits is tried again if it was accepted. Agents and tools: raises PendingApproval where the owner has to approve it."""
        return self._call(
            "POST",
            "/platform/webhooks/{webhook_id}/test",
            "json",
            {"webhook_id": webhook_id},
            idempotency_key=idempotency_key,
            if_match=if_match,
            approval_reason=approval_reason,
        )


class Client:
    """One method for each request, by the part of Posthorn that answers it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.accounts = _Accounts(connection)
        self.activity = _Activity(connection)
        self.admin = _Admin(connection)
        self.agents = _Agents(connection)
        self.analytics = _Analytics(connection)
        self.approvals = _Approvals(connection)
        self.assist = _Assist(connection)
        self.attachments = _Attachments(connection)
        self.authorization = _Authorization(connection)
        self.backup = _Backup(connection)
        self.blocked_senders = _BlockedSenders(connection)
        self.changes = _Changes(connection)
        self.classification = _Classification(connection)
        self.client = _Client(connection)
        self.commitments = _Commitments(connection)
        self.compose = _Compose(connection)
        self.deliveries = _Deliveries(connection)
        self.demo = _Demo(connection)
        self.diagnostics = _Diagnostics(connection)
        self.gists = _Gists(connection)
        self.images = _Images(connection)
        self.drafts = _Drafts(connection)
        self.exports = _Exports(connection)
        self.import_ = _Import(connection)
        self.invites = _Invites(connection)
        self.jobs = _Jobs(connection)
        self.keys = _Keys(connection)
        self.labels = _Labels(connection)
        self.local_pages = _LocalPages(connection)
        self.llm = _Llm(connection)
        self.mailbox = _Mailbox(connection)
        self.merge = _Merge(connection)
        self.messages = _Messages(connection)
        self.modes = _Modes(connection)
        self.mutations = _Mutations(connection)
        self.notifications = _Notifications(connection)
        self.outbox = _Outbox(connection)
        self.people = _People(connection)
        self.relationships = _Relationships(connection)
        self.reminders = _Reminders(connection)
        self.repair = _Repair(connection)
        self.reply_later = _ReplyLater(connection)
        self.rules = _Rules(connection)
        self.saved_searches = _SavedSearches(connection)
        self.screener = _Screener(connection)
        self.search = _Search(connection)
        self.secrets = _Secrets(connection)
        self.semantic = _Semantic(connection)
        self.server_filters = _ServerFilters(connection)
        self.settings = _Settings(connection)
        self.signatures = _Signatures(connection)
        self.snippets = _Snippets(connection)
        self.snooze = _Snooze(connection)
        self.subscriptions = _Subscriptions(connection)
        self.sync = _Sync(connection)
        self.threads = _Threads(connection)
        self.todos = _Todos(connection)
        self.tokens = _Tokens(connection)
        self.voice = _Voice(connection)
        self.webhooks = _Webhooks(connection)

    def events(self, since: int | None = None) -> Iterator[t.Event]:
        """The events as they happen; after the connection was lost it goes on where it was."""
        found: Any = self._connection.events(since)
        return found
