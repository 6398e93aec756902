import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import styles from './me.module.css';
import { PasswordCard } from './password-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInsCard } from './sign-ins-card.tsx';

/** 我的账号: where one is signed in, who was at the door, how one signs in, and how one likes things. Every part stands alone. */
export function Screen() {
  return (
    <PageFrame title="我的账号">
      <div className={styles.page}>
        <div className={styles.main}>
          <SessionsCard />
          <SignInsCard />
        </div>
        <div className={styles.side}>
          <SecondFactorCard />
          <PasswordCard />
          <PreferencesCard />
        </div>
      </div>
    </PageFrame>
  );
}
