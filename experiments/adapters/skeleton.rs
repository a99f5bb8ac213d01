// An adapter for `eenet oracle`: answers the judge's questions, one JSON object per line. It needs the
// standard library alone and runs as it is, with a network in plain loops:
//
//     rustc -O adapter.rs
//     eenet oracle smoke -- ./adapter        # does the conversation work?
//     eenet oracle judge -- ./adapter        # 1000 cases
//
// Put calls of your implementation into forward() and gradient(); then name further levels in hello
// and answer their questions, with serde_json if you have it. The page docs/protocol.md has them all.
use std::io::{BufRead, Write};

/// What stands behind `"key":`, up to the comma or bracket that ends it; a list without its brackets.
fn field<'a>(line: &'a str, key: &str) -> &'a str {
    let quoted = format!("\"{key}\"");
    let start = line.find(&quoted).expect("a field is missing") + quoted.len();
    let rest = line[start..].trim_start_matches([':', ' ']);
    let ends: &[char] = if rest.starts_with('[') { &[']'] } else { &[',', '}'] };
    rest[..rest.find(ends).unwrap()].trim_matches(['[', '"', ' '])
}

fn numbers(line: &str, key: &str) -> Vec<f64> {
    field(line, key).split(',').map(|word| word.trim().parse().unwrap()).collect()
}

/// d, m, ..., m, 1
fn sizes(line: &str) -> Vec<usize> {
    let size = |key| field(line, key).parse().unwrap();
    let mut sizes = vec![size("width"); size("depth") + 1];
    sizes[0] = size("input");
    *sizes.last_mut().unwrap() = 1;
    sizes
}

/// The input of every layer, and f(x) as the last. theta is W_1 row by row, then W_2, ...
fn forward(sizes: &[usize], theta: &[f64], x: Vec<f64>) -> Vec<Vec<f64>> {
    let (mut all, mut weights) = (vec![x], theta.iter());
    for layer in 1..sizes.len() {
        let relu = |sum: f64| if layer + 1 < sizes.len() { sum.max(0.0) } else { sum };
        let inputs = &all[layer - 1];
        let next = (0..sizes[layer]).map(|_| relu(inputs.iter().map(|o| o * weights.next().unwrap()).sum()));
        let next = next.collect();
        all.push(next);
    }
    all
}

fn gradient(sizes: &[usize], theta: &[f64], x: Vec<f64>) -> Vec<f64> {
    let inputs = forward(sizes, theta, x);
    let mut result = vec![0.0; theta.len()];
    let mut signal = vec![1.0]; // the derivative of f by what the units of a layer add up
    let mut begin = theta.len();
    for layer in (0..sizes.len() - 1).rev() {
        let columns = sizes[layer];
        begin -= signal.len() * columns;
        let mut below = vec![0.0; columns];
        for (i, s) in signal.iter().enumerate() {
            for (j, o) in inputs[layer].iter().enumerate() {
                result[begin + i * columns + j] = s * o;
                below[j] += if *o > 0.0 { s * theta[begin + i * columns + j] } else { 0.0 };
            }
        }
        signal = below;
    }
    result
}

fn main() {
    for line in std::io::stdin().lock().lines().map(Result::unwrap) {
        let (id, op) = (field(&line, "id"), field(&line, "op"));
        let network = || (sizes(&line), numbers(&line, "theta"), numbers(&line, "x"));
        let answer = match op {
            "forward" => { let (s, t, x) = network(); format!("\"value\": {:e}", forward(&s, &t, x).last().unwrap()[0]) }
            "gradient" => { let (s, t, x) = network(); format!("\"gradient\": {:?}", gradient(&s, &t, x)) }
            _ => "\"name\": \"my network 1.0\", \"levels\": [\"forward\", \"gradient\"]".to_string(),
        };
        println!("{{\"id\": {id}, {answer}}}");
        std::io::stdout().flush().unwrap();
    }
}
