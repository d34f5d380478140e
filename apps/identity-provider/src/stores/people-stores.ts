import { type Keyring } from '@governance/keyring';
import { ApplicationsStore } from '../applications/applications.store';
import { ConnectionAccountsStore } from '../organizations/connection-accounts.store';
import { WaysStore } from '../organizations/ways.store';
import { type Database } from '@governance/postgres';
import { DevicePollsStore } from '../device/device-polls.store';
import { AcceptancesStore } from '../invitations/acceptances.store';
import { UsersStore } from '../people/users.store';
import { AuthenticatorsStore } from '../second-factor/authenticators.store';
import { PasskeyChallengesStore } from '../second-factor/passkey-challenges.store';
import { PasskeysStore } from '../second-factor/passkeys.store';
import { RecoveryCodesStore } from '../second-factor/recovery-codes.store';
import { SecondFactorResetsStore } from '../second-factor/second-factor-resets.store';
import { SecondFactorsStore } from '../second-factor/second-factors.store';
import { AttemptsStore } from '../guesses/attempts.store';
import { AccessesStore } from '../people/accesses.store';
import { SignInsStore } from '../organizations/sign-ins.store';
import { PasswordResetsStore } from '../people/password-resets.store';
import { PasswordChangesStore } from '../people/password-changes.store';
import { PasswordsStore } from '../people/passwords.store';
import { PlacesStore } from '../organizations/places.store';

/** The stores of users and their sign-ins. */
export class PeopleStores {
  readonly users: UsersStore;
  readonly passwords: PasswordsStore;
  readonly passwordChanges: PasswordChangesStore;
  readonly passwordResets: PasswordResetsStore;
  readonly authenticators: AuthenticatorsStore;
  readonly passkeys: PasskeysStore;
  readonly passkeyChallenges: PasskeyChallengesStore;
  readonly secondFactors: SecondFactorsStore;
  readonly recoveryCodes: RecoveryCodesStore;
  readonly secondFactorResets: SecondFactorResetsStore;
  readonly places: PlacesStore;
  readonly signIns: SignInsStore;
  readonly attempts: AttemptsStore;
  readonly applications: ApplicationsStore;
  readonly ways: WaysStore;
  readonly connectionAccounts: ConnectionAccountsStore;
  readonly acceptances: AcceptancesStore;
  readonly devicePolls: DevicePollsStore;
  readonly accesses: AccessesStore;

  constructor(database: Database, keyring: Keyring) {
    this.users = new UsersStore(database, keyring);
    this.passwords = new PasswordsStore(database, keyring);
    this.passwordChanges = new PasswordChangesStore(database, keyring);
    this.passwordResets = new PasswordResetsStore(database, keyring);
    this.authenticators = new AuthenticatorsStore(database, keyring);
    this.passkeys = new PasskeysStore(database, keyring);
    this.passkeyChallenges = new PasskeyChallengesStore(database, keyring);
    this.secondFactors = new SecondFactorsStore(database);
    this.recoveryCodes = new RecoveryCodesStore(database, keyring);
    this.secondFactorResets = new SecondFactorResetsStore(database, keyring);
    this.places = new PlacesStore(database);
    this.signIns = new SignInsStore(database, keyring);
    this.attempts = new AttemptsStore(database, keyring);
    this.applications = new ApplicationsStore(database);
    this.ways = new WaysStore(database, keyring);
    this.connectionAccounts = new ConnectionAccountsStore(database, keyring);
    this.acceptances = new AcceptancesStore(database, keyring);
    this.devicePolls = new DevicePollsStore(database, keyring);
    this.accesses = new AccessesStore(database, keyring);
  }
}
