/* global document -- this file runs in browsers */

/** Says on the last step what is unanswered, with the way there. */
export function showReview(place, steps) {
  const open = steps.filter(({ missing }) => missing.length > 0);
  const box = document.createElement('div');
  box.className = open.length === 0 ? 'review complete' : 'review';
  const heading = document.createElement('h3');
  const count = open.reduce((sum, { missing }) => sum + missing.length, 0);
  heading.textContent =
    count === 0
      ? 'Every question is answered'
      : `${count} ${count === 1 ? 'question is' : 'questions are'} unanswered`;
  box.append(heading, open.length === 0 ? complete() : listOf(open));
  place.replaceChildren(box);
  place.hidden = false;
}

function complete() {
  const text = document.createElement('p');
  text.textContent = 'You can still go back and change answers. Once sent, they stay as they are.';
  return text;
}

function listOf(open) {
  const list = document.createElement('ul');
  for (const { title, missing } of open) {
    const item = document.createElement('li');
    item.append(`${title}: `);
    missing.forEach(({ id, number }, index) => {
      const link = document.createElement('a');
      link.href = `#q-${id}`;
      link.textContent = `question ${number}`;
      item.append(index > 0 ? ', ' : '', link);
    });
    list.append(item);
  }
  return list;
}
