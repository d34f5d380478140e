/** The data that each page prints. `passkeyOptions`: for the browser, as JSON; empty when the page offers no passkey. */
export interface PageViews {
  readonly password: SignInView & {
    readonly email: string;
    /** The account that must sign in, as a sentence; empty: any account. */
    readonly only: string;
    /** The form that it posts to. */
    readonly to: string;
    readonly upstreams: readonly WayView[];
    /** Whether the page offers sign-in through an organization. */
    readonly elsewhere: boolean;
    /** Whether the page offers a mail with a reset link. */
    readonly offersReset: boolean;
    /** Whether the user has just set up a second factor. */
    readonly isFactorNew: boolean;
    /** Whether the session of the user is without the second factor that is required. */
    readonly isFactorMissing: boolean;
  };
  readonly 'forgot-password': SignInView & { readonly email: string };
  readonly 'reset-sent': Pick<SignInView, 'client' | 'base'>;
  readonly 'reset-password': {
    readonly csrf: string;
    /** The path that the form posts to. */
    readonly action: string;
    readonly email: string;
    readonly problem: string;
  };
  readonly 'password-replaced': object;
  readonly account: {
    readonly email: string;
    readonly name: string;
    /** False for an account of a connection. */
    readonly hasPassword: boolean;
    /** The second factors in words. */
    readonly secondFactor: string;
    readonly offersPasskeys: boolean;
    /** Whether the user sets up second factors here. */
    readonly offersFactors: boolean;
    readonly hasApp: boolean;
    /** The day on which the second factor is removed; empty: it stays. */
    readonly resetDue: string;
    readonly csrf: string;
    readonly enrolled: boolean;
  };
  readonly 'account-passkeys': {
    readonly csrf: string;
    readonly problem: string;
    readonly passkeys: readonly PasskeyView[];
    readonly passkeyOptions: string;
  };
  readonly 'account-authenticator': {
    readonly csrf: string;
    readonly base: string;
    readonly problem: string;
    readonly codeProblem: boolean;
    readonly qr: string;
    readonly key: string;
    /** The secret of the app, which the form sends back. */
    readonly sealed: string;
    readonly isReplaced: boolean;
  };
  readonly 'second-factor-reset': {
    readonly csrf: string;
    /** The path that the form posts to. */
    readonly action: string;
    readonly email: string;
    readonly due: string;
  };
  readonly 'account-new-codes': { readonly csrf: string };
  readonly 'account-recovery-codes': { readonly lead: string; readonly codes: readonly string[] };
  readonly 'account-sessions': {
    readonly csrf: string;
    readonly browsers: readonly AccessView[];
    readonly programs: readonly AccessView[];
    readonly hasOthers: boolean;
  };
  readonly 'account-password': { readonly csrf: string; readonly email: string; readonly problem: string };
  readonly 'account-changed': { readonly heading: string; readonly lead: string };
  readonly connection: SignInView & {
    readonly heading: string;
    readonly lead: string;
    readonly ways: readonly WayView[];
  };
  readonly 'find-organization': SignInView & { readonly organization: string };
  readonly 'new-password': SignInView & {
    readonly email: string;
    readonly name: string;
    readonly asksName: boolean;
  };
  readonly invitation: {
    readonly csrf: string;
    /** The path that the form posts to. */
    readonly action: string;
    readonly organization: string;
    readonly email: string;
    readonly role: string;
    readonly roleMeans: string;
    /** The address of another user who is signed in to this browser; empty: none. */
    readonly signedIn: string;
    readonly until: string;
  };
  readonly accepted: {
    readonly organization: string;
    readonly role: string;
    readonly email: string;
    /** The platform, for the command line. */
    readonly apiUrl: string;
  };
  readonly code: SignInView & { readonly recovery: boolean; readonly others: readonly OtherMethod[] };
  readonly passkey: SignInView & { readonly passkeyOptions: string; readonly others: readonly OtherMethod[] };
  readonly enrol: SignInView & {
    readonly qr: string;
    readonly key: string;
    /** Whether the problem is that of the code. */
    readonly codeProblem: boolean;
    readonly passkeyOptions: string;
    /** The path that the form of the passkey posts to. */
    readonly passkeyAction: string;
  };
  readonly 'recovery-codes': SignInView & { readonly codes: readonly string[] };
  readonly organization: SignInView & {
    readonly organizations: readonly { readonly id: string; readonly name: string; readonly role: string }[];
  };
  readonly 'no-organization': SignInView;
  readonly consent: SignInView & {
    readonly thirdParty: boolean;
    readonly email: string;
    readonly organization: string;
    readonly leadsTo: string;
    readonly grants: readonly string[];
  };
  readonly 'moving-on': { readonly words: string; readonly address: string };
  readonly 'device-code': { readonly secret: string; readonly userCode: string; readonly problem: string };
  readonly 'device-confirm': {
    readonly secret: string;
    readonly client: string;
    readonly userCode: string;
    readonly from: string;
  };
  readonly 'device-done': { readonly client: string };
  readonly 'sign-out': { readonly secret: string; readonly client: string; readonly signedIn: boolean };
  readonly 'signed-out': object;
  readonly problem: ProblemView;
}

export interface SignInView {
  /** The application that the user signs in to. */
  readonly client: string;
  /** The path of this sign-in's forms. */
  readonly base: string;
  /** Proves that a form comes from one of our pages. */
  readonly csrf: string;
  /** Whether the user can go back to the application. */
  readonly cancellable: boolean;
  /** The problem with the last submission; empty at first. */
  readonly problem: string;
}

/** A link to another method of showing the second factor. */
export interface OtherMethod {
  readonly query: string;
  readonly words: string;
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  /** Empty when it was never used. */
  readonly used: string;
  /** The former host at which it works; empty: here. */
  readonly elsewhere: string;
}

/** A browser or program that is signed in. */
export interface AccessView {
  readonly id: string;
  readonly name: string;
  readonly since: string;
  /** Empty for a browser. */
  readonly lastUsed: string;
  /** Whether it shows the page. */
  readonly isThis: boolean;
}

/** A connection that users may choose. */
export interface WayView {
  readonly id: string;
  readonly name: string;
  readonly words: string;
}

export interface ProblemView {
  readonly title: string;
  /** The link to the next step; without one, to the account. */
  readonly next?: { readonly href: string; readonly words: string };
  readonly paragraphs: readonly string[];
}

export type PageName = keyof PageViews;

export const pageNames = [
  'password',
  'forgot-password',
  'reset-sent',
  'reset-password',
  'password-replaced',
  'account',
  'account-password',
  'account-changed',
  'account-passkeys',
  'account-recovery-codes',
  'account-authenticator',
  'account-new-codes',
  'second-factor-reset',
  'account-sessions',
  'connection',
  'find-organization',
  'new-password',
  'invitation',
  'accepted',
  'code',
  'passkey',
  'enrol',
  'recovery-codes',
  'organization',
  'no-organization',
  'consent',
  'moving-on',
  'device-code',
  'device-confirm',
  'device-done',
  'sign-out',
  'signed-out',
  'problem',
] as const satisfies readonly PageName[];
