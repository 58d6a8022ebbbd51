import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../design/button.tsx';
import { strings } from '../strings.ts';
import { type Take, useRowDrop } from './row-drop.ts';
import styles from './sidebar.module.css';
import { number } from '../words/formats.ts';

/** Where a place of the sidebar leads. */
export type SidebarLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

type SidebarItemProps = Omit<ComponentProps<'a'>, 'href' | 'children'> & {
  link: SidebarLink;
  name: string;
  /** Shown on hover, where it says more than the name. */
  title?: string | undefined;
  /** One of them stands before the name. */
  icon?: LucideIcon | undefined;
  colour?: string | undefined;
  /** Accounts have round dots, labels square ones. */
  isRound?: boolean;
  mark?: ReactNode;
  /** What is wrong there, in words. */
  trouble?: string | undefined;
  count: number;
  countWords: string;
  depth?: number;
  take?: Take | undefined;
};

/** A place in the sidebar: where it leads, how much is there, and what can be dropped on it. */
export function SidebarPlace({
  link,
  name,
  title = name,
  icon: Icon,
  colour,
  isRound = false,
  mark,
  trouble,
  count,
  countWords,
  depth = 0,
  take,
  ...rest
}: SidebarItemProps) {
  const { isOver, handlers } = useRowDrop(take);
  return (
    <Link
      {...link}
      {...rest}
      {...handlers}
      className={classes(styles['item'], rest.className)}
      style={{ '--depth': depth }}
      activeProps={{ 'data-active': true }}
      // The inbox of all accounts is another place than that of one.
      activeOptions={{ explicitUndefined: true }}
      data-over={isOver || undefined}
      title={title}
    >
      {Icon ? (
        <Icon className={styles['icon']} aria-hidden="true" />
      ) : (
        (mark ?? <span className={styles['dot']} data-round={isRound || undefined} style={{ '--dot': colour }} />)
      )}
      <span className={styles['name']} dir="auto">
        {name}
      </span>
      {trouble !== undefined && (
        <span className={styles['trouble']} title={trouble}>
          <CircleAlert aria-hidden="true" />
          <span className="visually-hidden">, {strings.sidebar.trouble}</span>
        </span>
      )}
      {count > 0 && (
        <>
          <span className={styles['count']} aria-hidden="true">
            {number(count)}
          </span>
          <span className="visually-hidden">, {countWords}</span>
        </>
      )}
    </Link>
  );
}
