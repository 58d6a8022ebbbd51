import { useEffect, type ReactNode } from 'react';
import { strings } from '../../i18n/strings.ts';
import { classes } from '../controls/button.tsx';
import { usePageSlots } from './page-slots.ts';
import styles from './page.module.css';

type PageProps = {
  title: string;
  hint: string;
  /** Beside the title. */
  tools?: ReactNode;
  /** Below the hint. */
  more?: ReactNode;
  /** The content is wider than text, such as two columns. */
  isWide?: boolean;
  children: ReactNode;
};

/** A page beside the sidebar: title, hint and content. */
export function Page({ title, hint, tools, more, isWide = false, children }: PageProps) {
  const { SidebarButton } = usePageSlots();
  useEffect(() => {
    document.title = strings.pageTitle({ place: title, unread: 0 });
  }, [title]);
  return (
    <section className={classes(styles['page'], isWide && styles['wide'])} aria-label={title}>
      <header className={styles['head']}>
        <div className={styles['titles']}>
          <SidebarButton />
          <h1 className={styles['title']}>{title}</h1>
          {tools}
        </div>
        <p className={styles['hint']}>{hint}</p>
        {more}
      </header>
      {children}
    </section>
  );
}
