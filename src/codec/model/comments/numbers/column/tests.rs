use super::*;

/// The numbers of a column, each with its side and the numbers known before, all whole.
type Numbers = Vec<(i64, usize, Vec<i64>)>;

fn sources(known: &[i64]) -> [Option<Source>; SOURCES] {
    let mut sources = [None; SOURCES];
    for (source, &value) in sources.iter_mut().zip(known) {
        *source = Some(Source {
            value: in_thousandths(value, 0),
            is_other: true,
        });
    }
    sources
}

/// How many of the last ten numbers are the first guess.
fn foretold(columns: &mut Columns, numbers: &Numbers) -> usize {
    let hits = numbers.iter().map(|(value, side, known)| {
        let sources = sources(known);
        let question = columns.ask((1, Sort::Other), *side, sources, 0);
        let best = question.guesses[0];
        columns.learn(question, *value);
        best.is_some_and(|guess| guess.value == *value)
    });
    hits.collect::<Vec<_>>()
        .iter()
        .rev()
        .take(10)
        .filter(|&&hit| hit)
        .count()
}

/// Numbers that look like chance.
fn noise(index: usize) -> i64 {
    (index as i64 + 3) * 7919 % 9973
}

fn numbers(number: impl Fn(usize) -> (i64, Vec<i64>)) -> Numbers {
    let with_side = |index: usize| {
        let (value, known) = number(index);
        (value, index % 2, known)
    };
    (0..40).map(with_side).collect()
}

#[test]
fn rules_foretell_what_they_are_for() {
    let sums = |index: usize| {
        (0..=index / 2)
            .map(|step| noise(2 * step + index % 2))
            .sum::<i64>()
    };
    let halving = |index: usize| (0..index).map(|step| (1_i64 << 40 >> step) * [1, -1][step % 2]);
    let rules: [(&str, usize, Numbers); 16] = [
        (
            "the same",
            9,
            numbers(|index| ([40, 7000][index % 2], vec![])),
        ),
        ("the trend", 9, numbers(|index| (30 * index as i64, vec![]))),
        (
            "the other side's",
            5,
            numbers(|index| (noise(index / 2), vec![])),
        ),
        (
            "that with the other sign",
            5,
            numbers(|index| (noise(index / 2) * [1, -1][index % 2], vec![])),
        ),
        (
            "a source",
            9,
            numbers(|index| (noise(index), vec![5, noise(index)])),
        ),
        (
            "a source with the other sign",
            9,
            numbers(|index| (-noise(index), vec![noise(index)])),
        ),
        (
            "changes alike",
            9,
            numbers(|index| (noise(index) + 77, vec![noise(index)])),
        ),
        (
            "changes against",
            9,
            numbers(|index| (9999 - noise(index), vec![noise(index)])),
        ),
        (
            "is taken off",
            9,
            numbers(|index| (500_000 - sums(index), vec![noise(index)])),
        ),
        (
            "a product",
            9,
            numbers(|index| {
                (
                    noise(index) * noise(index + 50),
                    vec![noise(index) * 1000, noise(index + 50)],
                )
            }),
        ),
        (
            "a quotient",
            9,
            numbers(|index| {
                let (quotient, divisor) = (1000 * noise(index), noise(index + 50));
                (quotient, vec![quotient * divisor, divisor])
            }),
        ),
        (
            "a quotient the other way",
            9,
            numbers(|index| {
                let (quotient, divisor) = (1000 * noise(index), noise(index + 50));
                (quotient, vec![divisor, quotient * divisor])
            }),
        ),
        (
            "halfway between both sides' last",
            9,
            numbers(|index| (halving(index).sum(), vec![])),
        ),
        (
            "changes since the other side's",
            5,
            numbers(|index| (noise((index / 2).pow(2)) + noise(index), vec![noise(index)])),
        ),
        (
            "in another unit",
            9,
            numbers(|index| (1000 * noise(index), vec![noise(index)])),
        ),
        (
            "a constant sum",
            9,
            numbers(|index| {
                let before = [noise(index), noise(index + 50)];
                (20_000 - before[0] - before[1], before.to_vec())
            }),
        ),
    ];
    for (rule, least, numbers) in &rules {
        let hits = foretold(&mut Columns::default(), numbers);
        assert!(hits >= *least, "{rule}: {hits}");
    }
}

#[test]
fn a_game_is_taken_to_begin_as_the_last_one_did() {
    let mut columns = Columns::default();
    let game: Numbers = [
        (300, 0, vec![]),
        (305, 1, vec![]),
        (290, 0, vec![]),
        (280, 1, vec![]),
    ]
    .into();
    for _ in 0..10 {
        columns.begin_game();
        foretold(&mut columns, &game);
    }
    columns.begin_game();
    assert_eq!(
        columns.last(1, 0),
        [in_thousandths(300, 0), in_thousandths(305, 0)]
    );
    assert_eq!(foretold(&mut columns, &vec![(300, 0, vec![])]), 1);
    assert_eq!(columns.columns[0].sides[0].count, 1);
}

#[test]
fn columns_beyond_the_most_share_those_there_are() {
    let mut columns = Columns::default();
    for name in 0..3 * MOST_COLUMNS as u32 {
        let question = columns.ask((name, Sort::Other), 0, sources(&[]), 0);
        columns.learn(question, i64::from(name));
    }
    assert_eq!(columns.columns.len(), MOST_COLUMNS);
    let last = in_thousandths(3 * MOST_COLUMNS as i64 - 1, 0);
    assert_eq!(columns.last(3 * MOST_COLUMNS as u32 - 1, 0)[0], last);
}
