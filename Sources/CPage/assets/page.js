// What scripts add to pages that work without them: keys, a list that scrolls through everybody, search
// as one types, and news of changes. Text of people only ever becomes the text of nodes.
const $ = (id) => document.getElementById(id);

// Keys. A key presses what is on the page for it; whoever speaks or types otherwise can switch them off.
const off = $('letters-off');
const dialog = $('keys');
off.checked = localStorage.getItem('letters-off') === '1';
off.addEventListener('change', () => localStorage.setItem('letters-off', off.checked ? '1' : ''));
let goes = -Infinity;
document.addEventListener('keydown', (event) => {
  const field = event.target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]');
  if ((event.ctrlKey || event.metaKey) && event.key === 's' && $('edit')) {
    event.preventDefault();
    $('edit').requestSubmit();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  if (event.key === 'Escape') {
    if (field) field.blur();
    else document.querySelector('[data-key=Escape]')?.click();
    return;
  }
  if (field || off.checked) return;
  if (/^[1-9]$/.test(event.key) && contests.mark(event.key - 1)) return event.preventDefault();
  const going = event.timeStamp - goes < 1500;
  goes = -Infinity;
  const target = going
    ? document.querySelector(`[data-go="${CSS.escape(event.key)}"]`)
    : event.key === '/'
      ? document.querySelector('[role=search] input')
      : document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (target) {
    event.preventDefault();
    if (target.matches('input')) target.select();
    target.matches('input') ? target.focus() : target.click();
  } else if (event.key === 'g') {
    goes = event.timeStamp;
  } else if (event.key === 'z' && document.querySelector('[data-undo]')) {
    location.assign(document.querySelector('[data-undo]').dataset.undo);
  } else if (event.key === '?') {
    dialog.showModal();
  }
});

// Which values stand: a digit marks one, and the next digit is about the next difference.
const contests = {
  all: [...document.querySelectorAll('.contest:has(input)')],
  at: 0,
  show() { this.all.forEach((one, place) => one.classList.toggle('at', place === this.at)); },
  mark(number) {
    const radio = this.all[this.at]?.querySelectorAll('input')[number];
    if (!radio) return false;
    radio.click();
    radio.focus();
    this.at = (this.at + 1) % this.all.length;
    this.show();
    return true;
  },
};
contests.show();
document.addEventListener('focusin', (event) => {
  const place = contests.all.indexOf(event.target.closest('.contest'));
  if (place >= 0) { contests.at = place; contests.show(); }
});

// A slider tells where it is; what is being worked out is looked at again.
const slider = $('same');
slider?.addEventListener('input', () => {
  const tenths = Number(slider.value);
  $('same-bits').textContent = (tenths < 0 ? '−' : tenths > 0 ? '+' : '') + Math.abs(tenths / 10).toFixed(1);
});
if (document.querySelector('[data-again]')) setTimeout(() => location.reload(), 500);

// What takes long says so, and that it is heard. Where nobody would hear it, what was typed stays.
document.addEventListener('submit', (event) => {
  if (!$('gone').hidden) return event.preventDefault();
  // What is downloaded leaves the page as it is.
  if (event.target.method !== 'post' || ['export', 'table'].includes(event.submitter?.value)) return;
  setTimeout(() => {
    $('status').textContent = event.target.querySelector('[type=file]')?.files.length
      ? 'Working on it … Of large files one is read at a time.' : 'Working on it …';
  }, 700);
});

// Everybody, of whom a screenful of rows is there at a time.
class PeopleList {
  // Chromium's boxes end at 33,554,428 px: longer lists scroll in larger steps.
  static longest = 16_000_000;
  static chunk = 100;
  static hint = 'Space or the boxes choose several';

  constructor(list) {
    this.list = list;
    this.filter = list.dataset.filter;
    this.total = Number(list.dataset.total);
    this.revision = list.dataset.revision;
    this.chunks = new Map();
    this.asked = new Set();
    this.rows = new Map();
    const first = list.querySelector('li');
    this.height = first?.offsetHeight || 56;
    const start = Number(list.dataset.start);
    const chosen = list.querySelector('[aria-current]')?.closest('li');
    this.chosen = chosen?.querySelector('a').pathname.split('/').pop();
    this.at = chosen ? chosen.ariaPosInSet - 1 : start;
    // Who is chosen stays so, in sight or not.
    this.chosenForm = $('chosen');
    this.picked = new Set([...list.querySelectorAll('input:checked')].map((box) => box.value));
    if (this.chosenForm && !this.picked.size) {
      this.chosenForm.classList.add('none');
      this.chosenForm.querySelector('[role=status]').textContent = PeopleList.hint;
    }
    this.chosenForm?.addEventListener('submit', () => {
      for (const old of this.chosenForm.querySelectorAll('[name=id]')) old.remove();
      for (const id of this.picked) {
        this.chosenForm.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'id', value: id }));
      }
    });
    list.classList.add('live');
    list.replaceChildren();
    this.space = list.appendChild(document.createElement('li'));
    this.space.ariaHidden = 'true';
    document.querySelector('.pages')?.remove();
    list.addEventListener('scroll', () => this.draw(), { passive: true });
    list.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => { this.resize(); this.draw(); }).observe(list);
    this.resize();
    this.show(this.at, Boolean(chosen));
  }

  resize() {
    const all = this.total * this.height;
    this.space.style.blockSize = `${Math.min(all, PeopleList.longest)}px`;
    const view = this.list.clientHeight;
    this.ratio = all > PeopleList.longest ? (all - view) / (PeopleList.longest - view) : 1;
    if (!this.failed) $('note').hidden = this.total > 0;
    const table = $('table');
    if (table) {
      table.hidden = this.total === 0;
      table.firstChild.href = `/people/table?${this.filter}`;
    }
    this.list.hidden = this.total === 0;
    if (this.chosenForm) this.chosenForm.hidden = this.total === 0 && !this.picked.size;
  }

  get first() { return Math.floor(this.list.scrollTop * this.ratio / this.height); }

  // Scrolls to a row, in the middle if it is not in sight.
  show(row, inMiddle = false) {
    const view = this.list.clientHeight;
    const top = this.list.scrollTop * this.ratio;
    const y = row * this.height;
    if (y < top || y + this.height > top + view) {
      const goal = inMiddle ? y - view / 2 : y < top ? y : y + this.height - view;
      this.list.scrollTop = Math.max(0, goal) / this.ratio;
    }
    this.draw();
  }

  draw() {
    const top = this.list.scrollTop;
    const start = this.first;
    const offset = top - (top * this.ratio - start * this.height);
    const count = Math.ceil(this.list.clientHeight / this.height) + 2;
    const end = Math.min(this.total, start + count);
    for (const [row, item] of this.rows) {
      if (row < start - 1 || row >= end) {
        // Who has the focus keeps it, out of sight.
        if (item.contains(document.activeElement)) continue;
        item.remove();
        this.rows.delete(row);
      }
    }
    for (let row = Math.max(0, start - 1); row < end; row++) {
      let item = this.rows.get(row);
      if (!item) {
        item = this.list.appendChild(document.createElement('li'));
        item.append(document.createElement('a'));
        if (this.chosenForm) item.append(this.box(item));
        item.ariaPosInSet = row + 1;
        this.rows.set(row, item);
      }
      item.ariaSetSize = this.total;
      item.style.insetBlockStart = `${offset + (row - start) * this.height}px`;
      this.fill(item, row);
    }
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(start, end), 80);
  }

  // What chooses a row.
  box(item) {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', tabIndex: -1 });
    box.addEventListener('change', () => this.pick(item, box.checked));
    return box;
  }

  pick(item, isPicked) {
    if (!item?.person || !this.chosenForm) return;
    item.lastChild.checked = isPicked;
    this.picked[isPicked ? 'add' : 'delete'](item.person.id);
    const count = this.picked.size;
    this.chosenForm.classList.toggle('none', count === 0);
    this.chosenForm.querySelector('[role=status]').textContent = count ? `${count} chosen:` : PeopleList.hint;
  }

  person(row) {
    const chunk = Math.floor(row / PeopleList.chunk);
    return this.chunks.get(chunk)?.[row - chunk * PeopleList.chunk];
  }

  fill(item, row) {
    const link = item.firstChild;
    link.tabIndex = row === this.at ? 0 : -1;
    const person = this.person(row);
    if (item.person === person && person) return;
    item.person = person;
    if (!person) {
      const name = Object.assign(document.createElement('span'), { className: 'dim', textContent: '…' });
      link.replaceChildren(Object.assign(document.createElement('span'), { className: 'face', ariaHidden: 'true' }), name);
      link.ariaBusy = 'true';
      // Who stood here before is not meant.
      link.removeAttribute('href');
      return;
    }
    link.ariaBusy = null;
    if (this.chosenForm) {
      item.lastChild.checked = this.picked.has(person.id);
      item.lastChild.ariaLabel = `Choose ${person.name || '(no name)'}`;
    }
    const from = Math.floor(row / PeopleList.chunk) * PeopleList.chunk;
    link.href = `/people/${encodeURIComponent(person.id)}?${this.filter}from=${from}`;
    if (person.id === this.chosen) link.ariaCurrent = 'true';
    const face = document.createElement('span');
    face.className = `face h${[...person.id].reduce((hue, c) => (hue * 31 + c.charCodeAt(0)) & 7, 0)}`;
    face.ariaHidden = 'true';
    face.textContent = person.initials;
    const who = document.createElement('span');
    who.className = 'who';
    for (const [name, text] of [['name', person.name || '(no name)'], ['detail', person.detail]]) {
      if (text) who.append(Object.assign(document.createElement('bdi'), { className: name, textContent: text }));
    }
    link.replaceChildren(face, who);
  }

  // When scrolling has come to rest: whom nobody has seen yet, and photos.
  async settle(start, end) {
    // Who tabs into the list comes to somebody in sight.
    if (this.rows.size && !this.rows.has(this.at) && !this.list.contains(document.activeElement)) {
      this.at = Math.min(start + 1, this.total - 1);
      this.mark();
    }
    for (let chunk = Math.floor(start / PeopleList.chunk); chunk * PeopleList.chunk < end; chunk++) {
      if (!this.chunks.has(chunk) && !this.asked.has(chunk)) await this.load(chunk);
    }
    for (const item of this.rows.values()) {
      const face = item.querySelector('span.face');
      if (!item.person?.photo || !face) continue;
      const photo = new Image(40, 40);
      photo.className = 'face';
      photo.alt = '';
      photo.addEventListener('load', () => face.replaceWith(photo));
      photo.src = `/photo/${encodeURIComponent(item.person.photo)}/64?v=${this.revision}`;
    }
  }

  async load(chunk) {
    this.asked.add(chunk);
    const filter = this.filter;
    const from = chunk * PeopleList.chunk;
    const answer = await fetch(`/api/people?${filter}from=${from}&limit=${PeopleList.chunk}`).catch(() => null);
    this.asked.delete(chunk);
    if (filter !== this.filter) return;
    const page = answer?.ok ? await answer.json().catch(() => null) : null;
    if (filter !== this.filter) return;
    if (!page) return this.fail(chunk);
    this.failed = false;
    $('note').hidden = page.total > 0;
    this.chunks.set(chunk, page.people);
    this.revision = page.revision;
    $('note').textContent = page.note;
    // Nobody can be found before everybody was read.
    if (page.isIndexing) setTimeout(() => filter === this.filter && this.change(filter), 500);
    if (page.total !== this.total || from === 0) this.count(page);
    this.draw();
  }

  // What could not be read is asked for again when somebody says so.
  fail(chunk) {
    this.failed = true;
    const again = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Try again' });
    again.addEventListener('click', () => this.load(chunk));
    $('note').replaceChildren('These people could not be read; nothing was changed. ', again);
    $('note').hidden = false;
  }

  count(page) {
    this.total = page.total;
    const title = $('list-title');
    title.firstChild.data = `${page.title} `;
    title.querySelector('span').textContent = page.total.toLocaleString('en').replaceAll(',', '\u202f');
    this.resize();
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.list.clientHeight / this.height) - 1);
    if (event.key === ' ' && event.target.matches('a') && this.chosenForm) {
      event.preventDefault();
      const item = this.rows.get(this.at);
      return this.pick(item, !item?.lastChild.checked);
    }
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.total, End: this.total };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.choose(this.at + steps[event.key]);
  }

  choose(row) {
    this.at = Math.min(Math.max(0, row), this.total - 1);
    this.show(this.at);
    this.mark();
    this.rows.get(this.at)?.firstChild.focus({ preventScroll: true });
  }

  // One row at a time is reached by Tab.
  mark() {
    for (const [row, item] of this.rows) item.firstChild.tabIndex = row === this.at ? 0 : -1;
  }

  // Lists others, or the same anew.
  async change(filter) {
    this.filter = filter;
    const letters = document.querySelector('.letters');
    if (letters) letters.hidden = filter !== '';
    this.chunks.clear();
    this.asked.clear();
    this.list.scrollTop = 0;
    this.at = 0;
    await this.load(0);
    for (const [row, item] of this.rows) { item.person = null; this.fill(item, row); }
  }

  async refresh() {
    this.chunks.clear();
    await this.load(Math.floor(this.first / PeopleList.chunk));
    for (const [row, item] of this.rows) { item.person = null; this.fill(item, row); }
    this.draw();
  }
}

const element = $('list');
const list = element ? new PeopleList(element) : null;

// Letters, which need the whole book to be read: they come when it is.
async function letters() {
  if (!list || document.querySelector('.letters')) return;
  const answer = await fetch('/api/sections').catch(() => null);
  if (!answer?.ok) return;
  const found = await answer.json();
  if (found.isIndexing) return void setTimeout(letters, 400);
  const nav = document.createElement('nav');
  nav.className = 'letters';
  nav.ariaLabel = 'Letters';
  nav.hidden = list.filter !== '';
  for (const section of found.sections) {
    const link = document.createElement('a');
    link.href = `/people?from=${section.start}`;
    link.dataset.start = section.start;
    link.textContent = section.label;
    nav.append(link);
  }
  if (found.sections.length) element.before(nav);
}
document.addEventListener('click', (event) => {
  const letter = event.target.closest('.letters a');
  if (!letter || !list) return;
  event.preventDefault();
  list.list.scrollTop = letter.dataset.start * list.height / list.ratio;
  list.choose(Number(letter.dataset.start));
});
if (list) setTimeout(letters, 200);

// Search as one types.
const search = document.querySelector('[role=search] input');
let typing;
search?.addEventListener('input', () => {
  if (!list || !element.closest('.list').offsetParent) return;
  clearTimeout(typing);
  typing = setTimeout(() => {
    const filter = search.value.trim() ? `q=${encodeURIComponent(search.value)}&` : '';
    history.replaceState(null, '', `${location.pathname}?${filter.slice(0, -1)}`);
    list.change(filter);
  }, 60);
});
search?.addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' || !list?.total) return;
  event.preventDefault();
  list.choose(0);
});

// Cards that are dropped anywhere go the way of those that are chosen.
const arrive = $('arrive');
if (arrive) {
  const holds = (event) => [...event.dataTransfer.types].includes('Files');
  addEventListener('dragover', (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    arrive.classList.add('over');
  });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) arrive.classList.remove('over'); });
  const take = (files) => {
    $('arrive-file').files = files;
    arrive.requestSubmit();
  };
  addEventListener('drop', (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  // A card that is pasted where nothing is written arrives, too.
  addEventListener('paste', (event) => {
    if (event.target.closest?.('input, textarea, [contenteditable]')) return;
    const text = event.clipboardData.getData('text/plain');
    const files = new DataTransfer();
    for (const file of event.clipboardData.files) files.items.add(file);
    if (!files.items.length && /BEGIN:VCARD|vcard\.cutout/i.test(text)) files.items.add(new File([text], 'pasted'));
    if (!files.items.length) return;
    event.preventDefault();
    take(files.files);
  });
}

// News: what somebody else changed, and that the server has ended.
const review = document.querySelector('.decide');
function listen() {
  const events = new EventSource('/events');
  let revision;
  events.addEventListener('open', () => { $('gone').hidden = true; });
  events.addEventListener('change', (event) => {
    const [book, open, answers] = event.data.split(' ');
    const isFirst = revision === undefined;
    const isNewBook = !isFirst && revision !== book;
    revision = book;
    if (review && (open !== review.dataset.open || answers !== review.dataset.answers)) {
      review.dataset.open = open;
      review.dataset.answers = answers;
      if ($('open')) $('open').textContent = `${open} open`;
      const progress = review.querySelector('progress');
      if (progress) progress.value = progress.max - open;
      $('changed').hidden = false;
    }
    if (!isNewBook) return;
    if (list) list.refresh();
    if (document.querySelector('.has-person, [data-book]')) $('changed').hidden = false;
  });
  events.addEventListener('end', () => { events.close(); $('gone').hidden = false; });
  events.addEventListener('error', () => { $('gone').hidden = events.readyState === EventSource.OPEN; });
  // A page that is left needs no news, and its connection is one of few.
  addEventListener('pagehide', () => events.close());
}
setTimeout(listen, 300);
