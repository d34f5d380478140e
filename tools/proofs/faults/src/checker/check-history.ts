import { answersFailOnlyInFaults, forgedTokensAreRefused } from './answers';
import { auditIsComplete, auditTreeHolds } from './audit';
import { browsersAreReplaced } from './browsers';
import { certificatesAreNotMixedUp, hostileTextIsOnlyPrinted, namesArePrintedAsText } from './certificates';
import {
  credentialsAreLinearizable,
  providerAgrees,
  revokedStaysRevoked,
  storedCredentialsAreThose,
} from './credentials';
import { type Check, type Evidence, type Finding } from './finding';
import { noJobIsLost, noJobIsRepeated } from './jobs';
import { noBudgetIsExceeded, noMailIsInvented, noMailIsLost, noResendIsLost, sentMailArrived } from './mails';
import { onlyRejectedMailIsParked } from './parked';
import { crashIsNoticed, servicesStayAlive } from './probes';
import { noResendLimitIsExceeded } from './resend-limit';
import { removedRightsStayRemoved, rightsAreKept } from './members';
import { keysAreAnsweredAlike, noResultIsInvented, noSubmissionIsLost } from './submissions';

const checks: readonly Check[] = [
  noSubmissionIsLost,
  noResultIsInvented,
  keysAreAnsweredAlike,
  noJobIsLost,
  noJobIsRepeated,
  noMailIsLost,
  sentMailArrived,
  noResendIsLost,
  noMailIsInvented,
  noBudgetIsExceeded,
  onlyRejectedMailIsParked,
  noResendLimitIsExceeded,
  certificatesAreNotMixedUp,
  namesArePrintedAsText,
  hostileTextIsOnlyPrinted,
  credentialsAreLinearizable,
  revokedStaysRevoked,
  storedCredentialsAreThose,
  providerAgrees,
  removedRightsStayRemoved,
  rightsAreKept,
  auditIsComplete,
  auditTreeHolds,
  forgedTokensAreRefused,
  browsersAreReplaced,
  servicesStayAlive,
  crashIsNoticed,
  answersFailOnlyInFaults,
];

/** What the run broke; nothing, if the service kept its promises. */
export function checkHistory(evidence: Evidence): readonly Finding[] {
  return checks.flatMap((check) => check(evidence));
}
