//! Times two loads of an entity-component system that stores its components in columns, for a figure beside Tertius.
//!
//! move:    position += velocity for each of 100,000 entities, through a query.
//! message: one message to each of 100,000 entities: written, read, and the recipient's component looked up.
//!
//! Prints one line per repeat: bevy load=NAME entities=N ns_per_entity=X

use bevy_ecs::prelude::*;
use std::time::Instant;

const ENTITIES: usize = 100_000;
const ROUNDS: usize = 200;

#[derive(Component)]
struct Position([f64; 3]);

#[derive(Component)]
struct Velocity([f64; 3]);

#[derive(Message)]
struct Push {
    to: Entity,
    amount: f64,
}

fn advance(mut moving: Query<(&mut Position, &Velocity)>) {
    for (mut position, velocity) in &mut moving {
        for axis in 0..3 {
            position.0[axis] += velocity.0[axis];
        }
    }
}

fn send(targets: Res<Targets>, mut out: MessageWriter<Push>) {
    for &to in &targets.0 {
        out.write(Push { to, amount: 1.0 });
    }
}

fn receive(mut pushes: MessageReader<Push>, mut positions: Query<&mut Position>) {
    for push in pushes.read() {
        if let Ok(mut position) = positions.get_mut(push.to) {
            position.0[0] += push.amount;
        }
    }
}

fn forget(mut pushes: ResMut<Messages<Push>>) {
    pushes.update();
}

#[derive(Resource)]
struct Targets(Vec<Entity>);

fn world() -> World {
    let mut world = World::new();
    let bundles = (0..ENTITIES).map(|i| (Position([i as f64, 0.0, 0.0]), Velocity([1.0, 0.5, 0.25])));
    let targets = world.spawn_batch(bundles).collect();
    world.insert_resource(Targets(targets));
    world.init_resource::<Messages<Push>>();
    world
}

fn time(load: &str, world: &mut World, schedule: &mut Schedule) {
    for _ in 0..20 {
        schedule.run(world);
    }
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            schedule.run(world);
            begin.elapsed().as_nanos() as f64 / ENTITIES as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    println!("bevy load={load} entities={ENTITIES} ns_per_entity={:.3}", rounds[ROUNDS / 2]);
}

fn main() {
    let repeats = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    for _ in 0..repeats {
        let mut moving = Schedule::default();
        moving.set_executor(bevy_ecs::schedule::SingleThreadedExecutor::new());
        moving.add_systems(advance);
        time("move", &mut world(), &mut moving);
        let mut talking = Schedule::default();
        talking.set_executor(bevy_ecs::schedule::SingleThreadedExecutor::new());
        talking.add_systems((send, receive, forget).chain());
        time("message", &mut world(), &mut talking);
    }
}
