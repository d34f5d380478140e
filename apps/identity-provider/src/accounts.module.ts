import { type DynamicModule, Module } from '@nestjs/common';
import { type ServerSettings } from './config';
import { storeProviders } from './database/store.providers';
import { mailImports, mailProviders } from './mail/mail.providers';
import { ResetRequests } from './password-reset/reset-requests';
import { PasswordsStore } from './people/passwords.store';
import { AccountEventsStore } from './people/account-events.store';
import { SessionEndsStore } from './people/session-ends.store';
import { UsersStore } from './people/users.store';
import { AuthenticatorsStore } from './second-factor/authenticators.store';
import { PasskeysStore } from './second-factor/passkeys.store';
import { SecondFactorResetJob } from './second-factor/second-factor-reset-job';
import { PeopleStores } from './stores/people-stores';

const stores = [
  UsersStore,
  PasswordsStore,
  SessionEndsStore,
  AccountEventsStore,
  AuthenticatorsStore,
  PasskeysStore,
  PeopleStores,
];

/** Users, their passwords and second factors, and the mail about them. */
@Module({})
export class AccountsModule {
  static forRoot(settings: ServerSettings): DynamicModule {
    return {
      module: AccountsModule,
      imports: mailImports(settings),
      providers: [
        ...storeProviders(...stores, ResetRequests, SecondFactorResetJob),
        ...mailProviders(settings),
      ],
      exports: [...stores, ResetRequests],
    };
  }
}
