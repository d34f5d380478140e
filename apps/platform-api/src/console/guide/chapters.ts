/** By section of the console. */
export const chapters: Readonly<Record<string, readonly string[]>> = {
  overview: ['Shows what needs you: what expires soon, what failed, and what waits for an answer.'],
  credentials: [
    'A credential lets a program call the API without a person. It has a client id, and a secret or a key of your own. The secret is shown once.',
    'Rotate a credential before it expires: the program gets a new secret. With an overlap, the previous one works until the program has changed.',
    'Revoke a credential that is no longer used, or whose secret another person may know: its tokens stop working at once.',
  ],
  'trust-rules': [
    'A trust rule lets a pipeline or a pod call the API with the token that its own platform gives it. No secret is made, stored or rotated.',
    'The rule says exactly which workload is meant. Try it with a token of the workload: the page shows condition by condition what holds. The conditions of a rule cannot be changed: create another rule, then remove the first one.',
    'A rule that you remove ends the tokens of its workload at once. If a rule has uploaded keys, upload them again when the platform changes its keys.',
  ],
  'service-identities': [
    'A service identity is what a program acts as. It holds the permissions; its credentials and trust rules use them. Several servers of one program can each have a credential of the same service identity.',
    'The permissions of a service identity cannot be changed. For others, create a credential with a new service identity.',
  ],
  members: [
    'A member is a person with an account in your organization. An administrator manages the organization; a viewer sees and changes their own profile only.',
    'A reduced role applies to changes immediately and to reads within a minute. A person with two sign-in methods is two members.',
    'Ask every administrator to set up a second factor: a passkey, or an authenticator app. They do it on their own account page.',
  ],
  invitations: [
    'An invitation is a mail with a link that works once, for seven days, and for this address only. The person becomes a member when they accept it.',
    'If you send an invitation again, the earlier link no longer works. If you revoke it, no link works.',
  ],
  connections: [
    'A connection is a sign-in method: with an email address and a password, or at a provider of your own. Test a connection before you enable it.',
    'A proven domain leads its addresses to a connection on the sign-in page. You prove it with a record in its DNS, which must stay published.',
    'If you disable a connection, its members cannot sign in until you enable it again. If you remove it, they lose their accounts.',
  ],
  clients: [
    'A client is a company that your organization assesses. It has a name, someone to write to, a reference to your own system, tags for groups of clients, and a member who looks after it.',
    'A search finds whole words of name, contact, reference and domain, in any order. Names and contacts are stored encrypted, so a part of a word finds nothing.',
    'A CSV file adds and changes many clients. Export the list, change the file, import it again: each line that says something new changes its client, and a report tells what was refused.',
    'An administrator can choose which members see a client. Then only they and the administrators see it, its results and its events.',
    'The page of a client has its results, the trend and the next renewal, the campaigns that ask it, and a review pack to print. A result that you attach there belongs to this client.',
    'Archive a client that you no longer work for. A deleted client is gone, with its contact.',
  ],
  campaigns: [
    'A campaign sends the questionnaire to the contacts of many clients, with a due day and your own words. Each contact gets a link of their own, and can answer in several sittings. What they submit is attached to their client.',
    'Contacts who have not submitted are reminded seven, three and one day before the due day, and on it. Each mail says who sends it and why, and how to get no further ones.',
    'The first campaign of an organization asks at most 50 clients. Clients that are archived, or have no contact, are left out.',
  ],
  portfolio: [
    'All clients at a glance, each by its newest result: scores by domain, tiers, renewals by month, and the gaps that most clients share. Archived clients are left out.',
    'The effort is that of the rubric, in person-days. The next step of a client is the cheapest of the controls that a launch requires, else of its low domains, else of all.',
  ],
  results: [
    'A result is the outcome of one assessment: a score, whether the system may launch, and gaps by framework. It is renewed by a new assessment after a year.',
    'A member attaches a result with its address, which is a secret. Detaching takes it out of this list; the result itself stays.',
  ],
  audit: [
    'An event says who did what, to whom or what, and when. Times are in UTC. Search for a person, a machine, a thing or a time; the details of an event have its ids.',
    'The trail has no network addresses. It names the application in which a person acted.',
    'The proof is a file that shows whether an event was changed, removed or reordered. Save it from time to time, and check it on the command line.',
  ],
  profile: ['Your name as others see it, your telephone number, and whether you get news.'],
  sessions: [
    'The browsers in which you are signed in to the console. End those that you do not know, then change your password.',
  ],
};
