import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { type RowDropHandler, useRowDrop } from '../selection/row-drop.ts';
import styles from './sidebar.module.css';
import { formatNumber } from '../../i18n/formats.ts';

/** The target of a sidebar item. */
export type SidebarLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;

type SidebarEntryProps = Omit<ComponentProps<'a'>, 'href' | 'children'> & {
  link: SidebarLink;
  name: string;
  /** Distinguishes entries with the same name, and stays visible where the name is truncated. */
  detail?: string | undefined;
  /** Shown on hover, if it adds to the name. */
  title?: string | undefined;
  /** The mark before the name: an icon or a dot. */
  icon?: LucideIcon | undefined;
  colour?: string | undefined;
  /** Accounts have round dots, labels square ones. */
  isRound?: boolean;
  customIcon?: ReactNode;
  /** The problem of the account, in words. */
  problem?: string | undefined;
  count: number;
  countLabel: string;
  depth?: number;
  onDropRows?: RowDropHandler | undefined;
};

/** An item of the sidebar: its link, its count, and its drop target. */
export function SidebarEntry({
  link,
  name,
  detail,
  title = name,
  icon: Icon,
  colour,
  isRound = false,
  customIcon,
  problem,
  count,
  countLabel,
  depth = 0,
  onDropRows,
  ...rest
}: SidebarEntryProps) {
  const { isDragOver, handlers } = useRowDrop(onDropRows);
  return (
    <Link
      {...link}
      {...rest}
      {...handlers}
      className={classes(styles['item'], rest.className)}
      style={{ '--depth': depth }}
      activeProps={{ 'data-active': true }}
      // The inbox of all accounts is another list than that of one account.
      activeOptions={{ explicitUndefined: true }}
      data-over={isDragOver || undefined}
      title={title}
    >
      {Icon ? (
        <Icon className={styles['icon']} aria-hidden="true" />
      ) : (
        (customIcon ?? <span className={styles['dot']} data-round={isRound || undefined} style={{ '--dot': colour }} />)
      )}
      <span className={styles['name']} dir="auto">
        {name}
      </span>
      {detail !== undefined && (
        <span className={styles['detail']} dir="auto">
          {detail}
        </span>
      )}
      {problem !== undefined && (
        <span className={styles['trouble']} title={problem}>
          <CircleAlert aria-hidden="true" />
          <span className="visually-hidden">, {strings.sidebar.trouble}</span>
        </span>
      )}
      {count > 0 && (
        <>
          <span className={styles['count']} aria-hidden="true">
            {formatNumber(count)}
          </span>
          <span className="visually-hidden">, {countLabel}</span>
        </>
      )}
    </Link>
  );
}
