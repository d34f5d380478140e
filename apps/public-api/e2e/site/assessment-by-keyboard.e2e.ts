import { given } from '@governance/testing';
import { publishedRubrics } from '@governance/rubric';
import { goldenCase } from '../support/golden';
import { sharedSite } from '../support/site';
import { desk, Visitor } from '../support/visitor';

const { mode, answers } = goldenCase('persona-controlled-pilot');

/** For ourselves: the journey of the owner. */
describe('the assessment of a client by keyboard alone', () => {
  const site = given(sharedSite);

  afterAll(() => site.leave());

  it('ends with the result that was answered, and its mail', async () => {
    const address = 'keyboard@example.com';
    const visitor = await Visitor.arrive(site, `${site.app.origin}/assessment`, { name: 'client', ...desk });
    await visitor.choose('Who is assessed?', 'One of your clients');
    await visitor.go('Begin');
    await visitor.fill('Name of the client', 'The client');
    await visitor.answer(mode, answers);
    await visitor.fill('Email address', address);
    await visitor.send();
    const { overallScore } = publishedRubrics.current.assess(answers, mode);
    expect(await visitor.text()).toContain(`${overallScore} of 100`);
    expect((await site.inbox.waitForMail(address)).to).toEqual([address]);
    const latest = 'SELECT mode, answers FROM survey_results ORDER BY created_at DESC LIMIT 1';
    expect(await site.app.sql(latest)).toEqual([{ mode, answers }]);
    await visitor.leave();
  });
});
